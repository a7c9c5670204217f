interface ContactLineProps {
  company: string;
  /** '' when the address is shown elsewhere. */
  address: string;
}

/** Company and address below a person's name. On a phone each has a line. */
export function ContactLine({ company, address }: ContactLineProps) {
  return (
    <span className="block leading-5 text-muted">
      {company === '' ? null : <span className="max-lg:block">{company}</span>}
      {company === '' || address === '' ? null : <span className="max-lg:hidden"> · </span>}
      {address === '' ? null : (
        <span className="max-lg:block">
          <EmailAddress address={address} />
        </span>
      )}
    </span>
  );
}

/** A long address breaks before the @ and not within a word. */
function EmailAddress({ address }: { address: string }) {
  const at = Math.max(address.lastIndexOf('@'), 0);
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}
