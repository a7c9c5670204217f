/** The logo: a bearing on a dial. The open ring is the letter C, and the point in its gap is the found target. */
function LogoMark({ className = '' }: { className?: string }) {
  return (
    <svg aria-hidden="true" viewBox="0 0 32 32" fill="none" className={className}>
      <path
        d="M23.1 7.2A11.3 11.3 0 1 0 23.1 24.8"
        stroke="currentColor"
        strokeWidth="3.6"
        strokeLinecap="round"
      />
      <path d="M16 16h4.4" stroke="currentColor" strokeWidth="1.6" strokeLinecap="round" />
      <circle cx="25.6" cy="16" r="3.4" className="fill-signal" />
    </svg>
  );
}

/** Mark and name. */
export function Logo({ name, nameClass = '' }: { name: string; nameClass?: string }) {
  return (
    <span className="inline-flex items-center gap-2">
      <LogoMark className="size-7 shrink-0" />
      <span
        className={`font-display text-[1.375rem] leading-none font-semibold tracking-[-0.02em] ${nameClass}`}
      >
        {name}
      </span>
    </span>
  );
}
