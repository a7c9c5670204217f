import { formatBasisPoints } from '../lib/basis-points.ts';
import { formatCents } from '../lib/money.ts';
import { type Detail, fieldsOf, listed, numberOf, textOf } from './audit-detail.ts';

/** Names of the fields that changed. @example 'name and company' */
export function changedFields({ fields, before, after }: Detail): string {
  if (Array.isArray(fields) && fields.length > 0) return listed(fields.map(wordsOf));
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  const changed = Object.keys(is).filter((key) => JSON.stringify(is[key]) !== JSON.stringify(was[key]));
  return changed.length === 0 ? 'data' : listed(changed.map(wordsOf));
}

/** @example wordsOf('jobTitle') // 'job title' */
function wordsOf(field: unknown): string {
  return textOf(field)
    .replaceAll('_', ' ')
    .replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

/** @example 'status new to done, its note' */
export function requestChange(detail: Detail, names: Readonly<Record<string, string>>): string {
  const { status, assignedTo, staffNote, quarantine } = detail;
  const [statuses, reps] = [fieldsOf(status), fieldsOf(assignedTo)];
  const repOf = (id: unknown) =>
    id === null || id === undefined ? 'none' : (names[textOf(id)] ?? 'an unknown representative');
  return [
    status === undefined ? '' : `status ${wordsOf(statuses.before)} to ${wordsOf(statuses.after)}`,
    assignedTo === undefined ? '' : `representative ${repOf(reps.before)} to ${repOf(reps.after)}`,
    staffNote === undefined ? '' : 'its note',
    quarantine === undefined ? '' : 'released',
  ]
    .filter((part) => part !== '')
    .join(', ');
}

/** @example 'monthly $4,200.00 to $4,100.00' */
export function priceChange(detail: Detail): string {
  return amountChanges(detail).join(', ') || 'no amount changed';
}

/** @example 'commission $320.00 to $280.00, no longer cancelled' */
export function saleChange(detail: Detail, time: (value: unknown) => string): string {
  const [was, is] = [fieldsOf(detail.before).cancelledAt, fieldsOf(detail.after).cancelledAt];
  const cancellation = is === null ? 'no longer cancelled' : `cancelled ${time(is)}`;
  return [...amountChanges(detail), ...(was === is ? [] : [cancellation])].join(', ');
}

function amountChanges({ before, after }: Detail): string[] {
  const [was, is] = [fieldsOf(before), fieldsOf(after)];
  return Object.keys(is)
    .filter((key) => key.endsWith('Cents') && is[key] !== was[key])
    .map((key) => `${key.replace('Cents', '')} ${amountWords(was[key])} to ${amountWords(is[key])}`);
}

/** @example '$320.00', or 'none' */
export function amountWords(value: unknown): string {
  const cents = numberOf(value);
  return cents === null ? 'none' : formatCents(cents);
}

/** @example 'none to 8 %' */
export function rateChange({ before, after }: Detail): string {
  const rateOf = (value: unknown) => {
    const { basisPoints } = fieldsOf(value);
    if (basisPoints === undefined) return 'none';
    const number = numberOf(basisPoints);
    return number === null ? 'ended' : formatBasisPoints(number);
  };
  return `${rateOf(before)} to ${rateOf(after)}`;
}
