/** Marks a control that opens a list. */
export function Chevron({ className = '' }: { className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 12 12"
      className={`size-3 shrink-0 ${className}`}
      fill="none"
      stroke="currentColor"
    >
      <path d="m2 4 4 4 4-4" strokeWidth="1.5" />
    </svg>
  );
}
