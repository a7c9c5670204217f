import type { AuditLine } from '@corvane/shared/contracts/backend/operations/audit-trail';

/** A row of the list: one line, or the newest of the neighboring lines that one action wrote. */
export interface AuditRow extends AuditLine {
  /** Missing for a line that stands alone. */
  action?: {
    /** At least two, the newest first. */
    lines: readonly [AuditLine, ...AuditLine[]];
    /** Further lines may follow those that have arrived. */
    goesOn: boolean;
  };
}

/**
 * Folds neighboring lines of one action into one row, also those of several events. Other lines stay the same objects,
 * so their rows do not render again.
 * @param hasMore whether lines follow that have not arrived yet
 */
export function foldActions(lines: readonly AuditLine[], hasMore: boolean): AuditRow[] {
  const actions: [AuditLine, ...AuditLine[]][] = [];
  for (const line of lines) {
    const last = actions.at(-1);
    if (last !== undefined && actionOf(last[0]) === actionOf(line)) last.push(line);
    else actions.push([line]);
  }
  return actions.map((lines, index) =>
    lines.length === 1
      ? lines[0]
      : { ...lines[0], action: { lines, goesOn: hasMore && index === actions.length - 1 } },
  );
}

/** Whether neighboring lines are all of one action: its lines follow each other. */
export function isOneAction(lines: readonly AuditLine[]): boolean {
  const [first, last] = [lines[0], lines.at(-1)];
  return first !== undefined && last !== undefined && first !== last && actionOf(first) === actionOf(last);
}

/** Equal for all lines of one action. All lines of one decision have the same time, to the microsecond. */
function actionOf({ occurredAt, repId, ipAddress, userAgent, detail }: AuditLine): string {
  // What the office did names the representative whom it concerns.
  const actor = detail.managerId ?? (detail.by === 'operator' ? null : repId);
  return JSON.stringify([occurredAt, actor, ipAddress, userAgent]);
}
