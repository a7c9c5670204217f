/** Marks what is announced but not available yet. */
export function ComingMark() {
  return (
    <span className="ml-1 rounded-full border border-line px-2 py-0.5 text-xs whitespace-nowrap text-muted">
      coming soon
    </span>
  );
}
