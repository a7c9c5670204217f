import { FilterChoice } from './filter-bar.tsx';

interface RepChoiceProps {
  /** Id of the chosen representative. null: all. */
  rep: string | null;
  /** Undefined while they load. */
  reps: readonly { id: string; name: string; isDisabled: boolean }[] | undefined;
  className?: string;
  onChoose(rep: string | null): void;
}

/** One representative, or all. */
export function RepChoice({ rep, reps = [], className = 'md:max-w-80', onChoose }: RepChoiceProps) {
  const options = reps
    .map(({ id, name, isDisabled }) => ({ value: id, label: isDisabled ? `${name} (disabled)` : name }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en'));
  return (
    <FilterChoice
      label="Representative"
      all="All representatives"
      className={className}
      value={rep}
      // An unknown id, or one whose name has not arrived.
      options={
        rep === null || options.some(({ value }) => value === rep)
          ? options
          : [{ value: rep, label: '…' }, ...options]
      }
      onChange={onChoose}
    />
  );
}
