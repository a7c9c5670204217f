import type { PersonCorrection } from '@corvane/shared/contracts/backend/people/person-change';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { CONTROL_CLASS, Field } from '@corvane/shared/ui/field';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { useChange } from '../../../app/use-change.ts';
import { PortalDialog, Unsaved } from '../../../ui/dialogs/portal-dialog.tsx';
import { useWhileOpen } from '../../../ui/dialogs/use-while-open.ts';
import { correctPerson, peopleKeys, personFailureWords } from '../api.ts';

interface Parsed<Texts> {
  success: boolean;
  data?: Texts;
  error?: { issues: readonly { path: readonly PropertyKey[]; message: string }[] };
}

interface CorrectDialogProps<Texts extends Record<string, string>> {
  repId: string;
  title: string;
  stored: Texts;
  labels: Readonly<Record<keyof Texts & string, string>>;
  schema: { safeParse(texts: unknown): Parsed<Texts> };
  correctionOf(before: Texts, after: Texts): PersonCorrection;
  onClose(): void;
}

/** Corrects texts. If someone else changed them meanwhile, nothing is overwritten, and the person decides. */
export function CorrectDialog<Texts extends Record<string, string>>(props: CorrectDialogProps<Texts>) {
  const { repId, title, labels, schema, correctionOf, onClose } = props;
  const { api, toast } = useHostServices();
  const queries = useQueryClient();
  const close = useWhileOpen(onClose);
  const form = useRef<HTMLFormElement>(null);
  const [before, setBefore] = useState(props.stored);
  const [texts, setTexts] = useState(props.stored);
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const fields = Object.keys(labels) as (keyof Texts & string)[];
  const correct = useChange({
    mutationKey: [...peopleKeys.all(repId), 'correct', correctionOf(before, before).id],
    mutationFn: (after: Texts) => correctPerson(api, correctionOf(before, after)),
    onSuccess: (answer) => {
      // The next press starts from the stored texts.
      if (answer.outcome === 'conflict') return setBefore(answer.stored as Texts);
      toast({ title: 'Corrected', tone: 'success' });
      close();
    },
    onSettled: () => queries.invalidateQueries(),
  });

  function submit() {
    const parsed = schema.safeParse(texts);
    const found = Object.fromEntries(
      (parsed.error?.issues ?? []).map(({ path, message }) => [String(path[0]), message]),
    );
    setErrors(found);
    const [first] = fields.filter((field) => found[field] !== undefined);
    if (first !== undefined) form.current?.querySelector<HTMLElement>(`[name="${first}"]`)?.focus();
    else if (parsed.data !== undefined) correct.send(parsed.data);
  }

  const isUntouched = fields.every((field) => texts[field] === before[field]);
  const isConflict = correct.data?.outcome === 'conflict';
  return (
    <PortalDialog
      onClose={onClose}
      title={title}
      description="The address cannot be corrected: another address is another person."
    >
      <form
        ref={form}
        aria-busy={correct.isPending}
        noValidate
        autoComplete="off"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Unsaved when={!isUntouched} />
        {correct.isError ? <Alert tone="error" title={personFailureWords(correct.error)} /> : null}
        {isConflict ? (
          <Alert tone="error" title="Someone else changed this first. Nothing was saved.">
            <p>What you typed is kept below. Stored now:</p>
            <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1">
              {fields.map((field) => (
                <div key={field} className="contents">
                  <dt className="text-muted">{labels[field]}</dt>
                  <dd className="wrap-anywhere">{before[field] || '(empty)'}</dd>
                </div>
              ))}
            </dl>
            <p className="mt-2">Save again to replace it with yours.</p>
          </Alert>
        ) : null}
        {fields.map((field) => (
          <Field key={field} label={labels[field]} error={errors[field]}>
            {(control) => (
              <input
                {...control}
                name={field}
                spellCheck={false}
                readOnly={correct.isPending}
                className={CONTROL_CLASS}
                value={texts[field]}
                onChange={(event) => setTexts({ ...texts, [field]: event.target.value })}
              />
            )}
          </Field>
        ))}
        <Button
          type="submit"
          variant="signal"
          className="justify-self-start text-sm max-md:justify-self-stretch"
          busy={correct.isPending}
          disabled={isUntouched}
        >
          Save correction
        </Button>
      </form>
    </PortalDialog>
  );
}
