import { personFileName, personJson, personPage } from '@corvane/shared/lib/person-page';
import { Alert } from '@corvane/shared/ui/alert';
import { Button } from '@corvane/shared/ui/button';
import { useMutation } from '@tanstack/react-query';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { saveFile } from '../../../ui/tables/export-button.tsx';
import { exportPerson, personFailureWords } from '../api.ts';

const KINDS = [
  { kind: 'json', label: 'Export as data', type: 'application/json', write: personJson },
  { kind: 'html', label: 'Export as a page', type: 'text/html;charset=utf-8', write: personPage },
] as const;

/** Saves all stored data: as data for a program, or as a page to read. The audit trail records each export. */
export function ExportButtons({ email }: { email: string }) {
  const { api, toast } = useHostServices();
  const save = useMutation({
    mutationFn: async ({ kind, type, write }: (typeof KINDS)[number]) => {
      const person = await exportPerson(api, email);
      saveFile([write(person)], type, personFileName(String(person.exportedAt), kind));
    },
    onSuccess: () =>
      toast({
        title: 'Exported',
        description: 'The file holds personal data. Delete it when it is sent.',
        tone: 'success',
      }),
  });
  return (
    <>
      {save.isError ? (
        <div className="basis-full">
          <Alert tone="error" title={personFailureWords(save.error)}>
            No file was written.
          </Alert>
        </div>
      ) : null}
      {KINDS.map((kind) => (
        <Button
          key={kind.kind}
          className="text-sm max-md:grow"
          busy={save.isPending && save.variables.kind === kind.kind}
          onClick={() => {
            if (!save.isPending) save.mutate(kind);
          }}
        >
          {kind.label}
        </Button>
      ))}
    </>
  );
}
