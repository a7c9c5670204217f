interface PhoneLabelProps {
  children: string;
  /** The width from which the table shows its headers. */
  until?: 'md' | 'lg';
}

/** Replaces the column header, for which a phone has no room. Screen readers read the header itself. */
export function PhoneLabel({ children, until = 'md' }: PhoneLabelProps) {
  return (
    <span
      aria-hidden="true"
      className={`text-muted print:hidden ${until === 'md' ? 'md:hidden' : 'lg:hidden'}`}
    >
      {children}{' '}
    </span>
  );
}
