import { auditSentence } from '@corvane/shared/audit/audit-sentence';
import type { AuditLine } from '@corvane/shared/contracts/backend/operations/audit-trail';
import { Button } from '@corvane/shared/ui/button';
import { agentWords } from '../../lib/agent-words.ts';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, Moment, TextFacts } from '../../ui/facts/facts.tsx';
import type { AuditRow } from './fold-actions.ts';
import { actionWords, eventWords } from './list.tsx';

interface AuditLineDialogProps {
  line: AuditLine;
  /** Shows the events of one person. */
  onPerson(id: string): void;
  onClose(): void;
}

/** One audit event: who, when, from where, and its other details. */
export function AuditLineDialog({ line, onPerson, onClose }: AuditLineDialogProps) {
  const rest = Object.keys(line.detail).length === 0 ? null : JSON.stringify(line.detail, null, 2);
  const people = [
    { id: line.repId, name: line.repName || line.repEmail },
    { id: line.customerId, name: line.customerName || line.customerEmail },
  ].flatMap(({ id, name }) => (id === null || name === null ? [] : [{ id, name }]));
  return (
    <PortalDialog onClose={onClose} title={eventWords(line.event)} isBeside startsAtTitle>
      <p className="mb-6 wrap-anywhere">{`${auditSentence(line)}.`}</p>
      <Facts>
        <Fact label="When">
          <Moment at={line.occurredAt} />
        </Fact>
        <TextFacts facts={factsOf(line)} />
      </Facts>
      {rest === null ? null : (
        <>
          <h3 className="mt-6 mb-3 font-sans text-base">Details</h3>
          <pre className="rounded-control bg-sunken p-3 text-xs whitespace-pre-wrap wrap-anywhere">
            {rest}
          </pre>
        </>
      )}
      {people.length === 0 ? null : (
        <div className="mt-6 flex flex-wrap gap-2">
          {people.map(({ id, name }) => (
            <Button
              key={id}
              className="text-sm wrap-anywhere"
              onClick={() => onPerson(id)}
            >{`All lines of ${name}`}</Button>
          ))}
        </div>
      )}
    </PortalDialog>
  );
}

interface AuditActionDialogProps {
  row: AuditRow;
  /** Shows one of its lines. */
  onLine(line: AuditLine): void;
  onClose(): void;
}

/** The lines that one action wrote. */
export function AuditActionDialog({ row, onLine, onClose }: AuditActionDialogProps) {
  return (
    <PortalDialog onClose={onClose} title={actionWords(row)} startsAtTitle>
      <Facts>
        <Fact label="When">
          <Moment at={row.occurredAt} />
        </Fact>
      </Facts>
      <ul className="mt-6 flex flex-col gap-2">
        {row.action?.lines.map((line) => (
          <li key={line.lineNumber}>
            <Button
              className="w-full justify-start! text-left! text-sm wrap-anywhere"
              onClick={() => onLine(line)}
            >
              {auditSentence(line)}
            </Button>
          </li>
        ))}
      </ul>
      {row.action?.goesOn ? (
        <p className="mt-6">This action may have more lines. The list shows them after 'Load more'.</p>
      ) : null}
    </PortalDialog>
  );
}

/** Who did it, and from where. Unknown values are left out, except the origin. */
function factsOf(line: AuditLine): (readonly [label: string, text: string])[] {
  const person = (name: string | null, email: string | null) =>
    [name, email].filter((part) => part !== null && part !== '').join(', ');
  return [
    ['Representative', person(line.repName, line.repEmail)],
    ['Customer', person(line.customerName, line.customerEmail)],
    ['Manager', line.managerName ?? ''],
    ['IP address', line.ipAddress ?? 'not known, or no longer kept'],
    ['Device', line.userAgent === null ? '' : agentWords(line.userAgent)],
    ['Browser says', line.userAgent ?? ''],
  ];
}
