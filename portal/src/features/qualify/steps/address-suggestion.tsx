interface AddressSuggestionProps {
  /** The probably intended address. null for none. */
  address: string | null;
  /** A code was already sent to the typed address. */
  locked: boolean;
  onTake(address: string): void;
}

/** A question below the address. The rep can ignore it. */
export function AddressSuggestion({ address, locked, onTake }: AddressSuggestionProps) {
  return (
    <div role="status" className="text-sm md:col-span-2">
      {address === null ? null : locked ? (
        <p key="locked" className="wrap-anywhere">
          Did you mean <strong>{address}</strong>? Press “Change details” to correct it.
        </p>
      ) : (
        <p key="open" className="-my-2 wrap-anywhere">
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
      )}
    </div>
  );
}
