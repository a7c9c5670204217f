import { useState } from 'react';
import { areShortcutsOn, FIND_KEYS, type Shortcut, turnShortcuts } from '../../shortcuts/use-shortcuts.ts';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';

/** Every shortcut of the portal except those of Operations, as shown under `?` and in docs/portal-guide.md. */
const SHORTCUTS: readonly Shortcut[] = [
  { keys: ['1', '2', '3', '4'], label: 'Qualify Customers, My Commissions, Customers, Requests' },
  { keys: ['n'], label: 'New customer: the first field of Qualify Customers' },
  { keys: ['/'], label: 'Search the open tab' },
  { keys: ['c'], label: 'Clear all filters' },
  { keys: ['e'], label: 'Export these sales as CSV' },
  { keys: [FIND_KEYS], label: 'Find a customer, a page or an action' },
  { keys: ['?'], label: 'This list' },
];

/** Keys inside tables and tabs. They work even when the single keys above are turned off. */
const TABLE_KEYS = [
  { keys: ['↑', '↓'], label: 'Previous row, next row' },
  { keys: ['Home', 'End'], label: 'First row, last row' },
  { keys: ['Enter'], label: 'Open the row' },
  { keys: ['←', '→'], label: 'Previous tab or details, next' },
  { keys: ['Esc'], label: 'Close a dialog or a menu' },
] as const;

interface ShortcutsDialogProps {
  /** The shortcuts of the page. Default: those of the portal. */
  shortcuts?: KeyListProps['keys'] | undefined;
  onClose(): void;
}

/** Lists every shortcut of a page, and can turn the single keys off. */
export function ShortcutsDialog({ shortcuts = SHORTCUTS, onClose }: ShortcutsDialogProps) {
  const [on, setOn] = useState(areShortcutsOn);
  return (
    <PortalDialog onClose={onClose} title="Keyboard shortcuts">
      <div className="-mt-3 flex flex-col gap-5 text-sm">
        <KeyList title="Anywhere in the portal, except in a form" keys={shortcuts} />
        <KeyList title="In tables and tabs" keys={TABLE_KEYS} />
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="size-4 accent-teal"
            checked={on}
            onChange={(event) => {
              turnShortcuts(event.target.checked);
              setOn(event.target.checked);
            }}
          />
          Use single-key shortcuts in this browser
        </label>
      </div>
    </PortalDialog>
  );
}

interface KeyListProps {
  title: string;
  keys: readonly { keys: readonly string[]; label: string }[];
}

function KeyList({ title, keys }: KeyListProps) {
  return (
    <section>
      <h3 className="mb-2 font-sans text-sm">{title}</h3>
      <dl className="grid grid-cols-[8rem_minmax(0,1fr)] items-center gap-x-4 gap-y-1.5">
        {keys.map((entry) => (
          <div key={entry.label} className="contents">
            <dt className="flex gap-1">
              {entry.keys.map((key) => (
                <kbd
                  key={key}
                  className="inline-flex min-h-7 min-w-7 items-center justify-center rounded-control border border-control bg-surface px-1.5 font-sans text-xs font-medium"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd className="leading-5">{entry.label}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
