import { answerSchema, questionSchema } from '@corvane/shared/contracts/backend/statements/statement-change';
import type { StatementLine } from '@corvane/shared/contracts/backend/statements/statements';
import { formatDay } from '@corvane/shared/lib/dates';
import { z } from '@corvane/shared/lib/zod';
import { Button } from '@corvane/shared/ui/button';
import { useDone } from '../../../app/done.tsx';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, Moment, TextFacts } from '../../../ui/facts/facts.tsx';
import { SignedCents } from '../../../ui/facts/signed-cents.tsx';
import { ConflictForm, TextField } from '../../../ui/forms/conflict-form.tsx';
import { useConflictForm } from '../../../ui/forms/use-conflict-form.ts';
import { type StatementOf, statementFailureWords, statementKeys, writeAbout } from './api.ts';
import { KIND_WORDS } from './list.tsx';

const SCHEMAS = {
  question: z.strictObject({ text: questionSchema }),
  answer: z.strictObject({ text: answerSchema }),
};

interface LineDialogProps {
  of: StatementOf;
  line: StatementLine;
  isDraft: boolean;
  onClose(): void;
}

/** One line: what it is, what was asked about it and answered, and what the reader may write. */
export function LineDialog({ of, line, isDraft, onClose }: LineDialogProps) {
  const { question, askedAt, answer, answeredAt } = line;
  const mayWrite = of.repId === null ? question === null && !isDraft : question !== null && answer === null;
  return (
    <PortalDialog title={line.customer ?? 'Unknown Customer'} isBeside onClose={onClose}>
      <div className="grid gap-4">
        <Facts>
          <TextFacts
            facts={[
              ['Product', line.productName ?? ''],
              ['Sold on', formatDay(line.saleDate)],
              ['Counts as', KIND_WORDS[line.kind]],
            ]}
          />
          <Fact label="Commission">
            <SignedCents cents={line.cents} />
          </Fact>
          <TextFacts facts={[['Question', question ?? '']]} />
          {question === null ? null : (
            <Fact label="Asked">
              <Moment at={askedAt} />
            </Fact>
          )}
          <TextFacts facts={[['Answer', answer ?? '']]} />
          {question === null ? null : (
            <Fact label="Answered">
              <Moment at={answeredAt} />
            </Fact>
          )}
        </Facts>
        {mayWrite ? <WriteForm of={of} line={line} onClose={onClose} /> : null}
        {isDraft && of.repId === null ? (
          <p className="text-sm text-muted">A draft still changes. You can ask once the month is approved.</p>
        ) : null}
      </div>
    </PortalDialog>
  );
}

function WriteForm({ of, line, onClose }: Omit<LineDialogProps, 'isDraft'>) {
  const { api } = useHostServices();
  const say = useDone();
  const what = of.repId === null ? 'question' : 'answer';
  const edit = useConflictForm({
    title: of.repId === null ? 'Your question' : 'Your answer',
    mutationKey: [...statementKeys.all, what, of.month, line.saleId],
    staleKeys: [statementKeys.all],
    stored: { text: '' },
    valuesOf: ({ text }) => ({ text }),
    schemaFor: () => SCHEMAS[what],
    save: ({ text }) => writeAbout(api, of, line, text),
    refusalOf: (isKept) =>
      isKept ? null : { words: `This line has another ${what} already. Open the page again to read it.` },
    onSaved: () =>
      say({
        title: of.repId === null ? 'Question sent' : 'Answer saved',
        description: of.repId === null ? 'A manager answers it here.' : 'It stays with the line.',
      }),
    failureWords: statementFailureWords,
    onClose,
  });
  return (
    <ConflictForm edit={edit}>
      <TextField
        edit={edit}
        name="text"
        label={of.repId === null ? 'Your question' : 'Your answer'}
        hint={
          of.repId === null
            ? 'You can ask once about each sale. Question and answer stay with the line.'
            : 'It cannot be changed afterwards.'
        }
        rows={4}
      />
      <Button type="submit" variant="signal" className="text-sm max-md:w-full" busy={edit.isPending}>
        {of.repId === null ? 'Ask' : 'Answer'}
      </Button>
    </ConflictForm>
  );
}
