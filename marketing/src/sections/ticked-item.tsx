/** A list item with a tick. */
export function TickedItem({ text, className = '' }: { text: string; className?: string }) {
  return (
    <li className={`flex gap-4 border-t border-line py-4 ${className}`}>
      <svg aria-hidden="true" viewBox="0 0 20 20" className="mt-0.5 size-5 shrink-0 text-teal" fill="none">
        <path d="m3.5 10.5 4.5 4.5 8.5-10" stroke="currentColor" strokeWidth="2.5" />
      </svg>
      {text}
    </li>
  );
}
