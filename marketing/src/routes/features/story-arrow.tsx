interface StoryArrowProps {
  label: string;
  direction: 1 | -1;
  onPress(direction: 1 | -1): void;
}

export function StoryArrow({ label, direction, onPress }: StoryArrowProps) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={() => onPress(direction)}
      className="inline-flex size-12 cursor-pointer items-center justify-center rounded-control border border-control bg-surface hover:border-ink hover:bg-paper active:bg-line"
    >
      <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5" fill="none">
        <path
          d={direction === 1 ? 'M3 10h14m-6-6 6 6-6 6' : 'M17 10H3m6-6-6 6 6 6'}
          stroke="currentColor"
          strokeWidth="2"
        />
      </svg>
    </button>
  );
}
