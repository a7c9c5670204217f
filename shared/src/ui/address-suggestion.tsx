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
