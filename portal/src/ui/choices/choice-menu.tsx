import { CONTROL_CLASS } from '@corvane/shared/ui/field';
import { useId } from 'react';
import { Chevron } from '../facts/chevron.tsx';
import { useImmediate } from '../fields/select-field.tsx';
import { usePopover } from './use-popover.ts';

interface ChoiceMenuProps {
  label: string;
  /** Label of the empty choice. */
  allLabel: string;
  options: readonly string[];
  chosen: readonly string[];
  /** One option was ticked or unticked. For the others, `chosen` may be older than the owner's state. */
  onChange(option: string, isChosen: boolean): void;
}

/** Several of many: a button that opens a list of boxes. Escape and a press elsewhere close it. */
export function ChoiceMenu({ label, allLabel, options, chosen: value, onChange }: ChoiceMenuProps) {
  const [chosen, setChosen] = useImmediate(value);
  const id = useId();
  const { open, setOpen, button, frame } = usePopover();

  // Values from the address that are not options stay listed, so people can remove them.
  const all = [...new Set([...options, ...chosen])].sort();
  return (
    <div {...frame}>
      <span id={`${id}-label`} className="mb-1 block text-xs leading-4 font-medium text-muted">
        {label}
      </span>
      <button
        ref={button}
        id={`${id}-button`}
        type="button"
        aria-labelledby={`${id}-label ${id}-button`}
        aria-expanded={open}
        aria-controls={open ? `${id}-list` : undefined}
        className={`${CONTROL_CLASS} flex cursor-pointer items-center justify-between gap-2 text-left text-sm`}
        onClick={() => setOpen(!open)}
      >
        <span className="truncate">{summaryOf(chosen, allLabel)}</span>
        <Chevron />
      </button>
      {open ? (
        <fieldset
          id={`${id}-list`}
          // A mouse press on text focuses the nearest focusable ancestor. That must be this element.
          tabIndex={-1}
          className="absolute top-full left-0 z-20 mt-1 max-h-80 w-max max-w-[min(20rem,calc(100vw-2rem))] min-w-full overflow-y-auto rounded-control border border-control bg-surface py-1 shadow-raised outline-none"
        >
          <legend className="sr-only">{label}</legend>
          {all.length === 0 ? (
            <p className="px-3 py-2 text-sm text-muted">Nothing to choose from yet</p>
          ) : null}
          {all.map((option) => (
            <label
              key={option}
              className="flex min-h-11 cursor-pointer items-center gap-3 px-3 text-sm wrap-anywhere hover:bg-sunken"
            >
              <input
                type="checkbox"
                className="size-4 shrink-0 accent-teal"
                checked={chosen.includes(option)}
                onChange={(event) => {
                  const isChosen = event.target.checked;
                  setChosen(withChoice(chosen, option, isChosen));
                  onChange(option, isChosen);
                }}
              />
              {option}
            </label>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}

function summaryOf(chosen: readonly string[], allLabel: string): string {
  if (chosen.length === 0) return allLabel;
  return chosen.length === 1 ? (chosen[0] ?? '') : `${chosen.length} chosen`;
}

/** The chosen options with this one added or removed, in alphabetical order. */
export function withChoice(chosen: readonly string[], option: string, isChosen: boolean): string[] {
  const others = chosen.filter((item) => item !== option);
  return isChosen ? [...others, option].sort() : others;
}
