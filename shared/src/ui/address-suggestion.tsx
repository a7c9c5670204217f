interface AddressSuggestionProps {
  /** The probably intended address. */
  address: string;
  /** A code was already sent to the typed address. */
  locked?: boolean;
  onTake(address: string): void;
}

/**
 * A question about the typed address, which a person can ignore. It belongs after the last field, into an element with
 * the role `status`: beside the address, it would be a Tab stop between two fields.
 */
export function AddressSuggestion({ address, locked = false, onTake }: AddressSuggestionProps) {
  if (locked)
    return (
      <p key="locked" className="mt-4 wrap-anywhere">
        Did you mean <strong>{address}</strong>? Press “Change details” to correct it.
      </p>
    );
  return (
    <p key="open" className="wrap-anywhere">
      Did you mean{' '}
      <button
        type="button"
        className="inline-flex min-h-11 cursor-pointer items-center text-left text-link"
        onClick={() => onTake(address)}
      >
        {address}
      </button>
      ?
    </p>
  );
}

/** Common domains of email addresses, for finding typing errors. */
const COMMON = [
  'gmail.com',
  'yahoo.com',
  'outlook.com',
  'hotmail.com',
  'icloud.com',
  'comcast.net',
  'protonmail.com',
];

/** Real domains that look like a mistyped common one. */
const ALIKE = ['mail.com', 'email.com', 'ymail.com', 'gmx.com', 'yahoo.ca', 'hotmail.ca'];

/** Shortest domain for which two typing errors still allow a certain match. */
const LONG = 'hotmail.com'.length;

/**
 * The probably intended address, if its domain is almost a common one. Otherwise null.
 * @param isComplete whether the person has left the field. While they type, 'gmail.co' may become 'gmail.com'
 * @example suggestedAddress('ada@gmial.com', true) // 'ada@gmail.com'
 */
export function suggestedAddress(typed: string, isComplete: boolean): string | null {
  const [, person, domainTyped] = /^([^\s@]+)@([^\s@]{4,20})$/.exec(typed.trim()) ?? [];
  if (person === undefined || domainTyped === undefined) return null;
  const domain = domainTyped.toLowerCase();
  if (COMMON.includes(domain) || ALIKE.includes(domain)) return null;
  if (!isComplete && COMMON.some((common) => common.startsWith(domain))) return null;
  const meant = COMMON.find((common) => slipsBetween(domain, common) <= slipsAllowed(domain, common));
  return meant === undefined ? null : `${person}@${meant}`;
}

/** The same provider in another country, such as protonmail.ch, differs only after the dot. */
function slipsAllowed(domain: string, common: string): number {
  const isSameProvider = domain.split('.')[0] === common.split('.')[0];
  return common.length >= LONG && !isSameProvider ? 2 : 1;
}

/** Counts letters left out, added, replaced, or swapped with their neighbor (optimal string alignment). */
function slipsBetween(a: string, b: string): number {
  const rows = Array.from({ length: a.length + 1 }, (_, i) =>
    Array.from({ length: b.length + 1 }, (_, j) => (i === 0 ? j : j === 0 ? i : 0)),
  );
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const isSame = a[i - 1] === b[j - 1];
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const row = rows[i];
      if (row === undefined) continue;
      row[j] = Math.min(
        at(i - 1, j) + 1,
        at(i, j - 1) + 1,
        at(i - 1, j - 1) + (isSame ? 0 : 1),
        isSwapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(a.length, b.length);
}
