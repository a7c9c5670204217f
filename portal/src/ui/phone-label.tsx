interface PhoneLabelProps {
  children: string;
  /** From which width on the table has its heads. */
  until?: 'md' | 'lg';
}

/** Stands in for the column head that a phone has no room for; screen readers have the head itself. */
export function PhoneLabel({ children, until = 'md' }: PhoneLabelProps) {
  return (
    <span aria-hidden="true" className={`text-muted ${until === 'md' ? 'md:hidden' : 'lg:hidden'}`}>
      {children}{' '}
    </span>
  );
}
