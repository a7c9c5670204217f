import type { HandOverResponse, Handover } from '@corvane/shared/contracts/backend/representatives/handover';
import { Button } from '@corvane/shared/ui/button';
import { useState } from 'react';
import { useHostServices } from '../../../app/host-services-context.tsx';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { PortalDialog } from '../../../ui/dialogs/portal-dialog.tsx';
import { useDialogChange } from '../../../ui/dialogs/use-dialog-change.ts';
import { amountWords, keptWords } from './handover-words.ts';
import { useHandover } from './use-handover.ts';

interface UndoDialogProps {
  handover: Handover;
  onClose(): void;
}

type Undone = Extract<HandOverResponse, { outcome: 'undone' }>;

/**
 * Asks for confirmation before a handover is undone. Afterwards it lists the items that were not returned, and
 * why.
 */
export function UndoDialog({ handover, onClose }: UndoDialogProps) {
  const { toast } = useHostServices();
  const { id, from, to, customers, requests } = handover;
  const title = `Give ${amountWords(customers, requests)} back to ${from.name}?`;
  const [undone, setUndone] = useState<Undone | null>(null);
  const { handOver, ...sent } = useHandover(id);
  const undo = useDialogChange({
    ...sent,
    title,
    async act() {
      const answer = await handOver({ action: 'undo', handoverId: id });
      if (answer.outcome === 'too_late') {
        return 'It is too late to undo this handover. Hand them over again instead.';
      }
      if (answer.outcome !== 'undone') return null;
      const back = `${amountWords(answer.count, answer.requests)} back with ${from.name}.`;
      if (answer.kept.length > 0) {
        setUndone(answer);
        return `Undone in part: ${back} ${answer.kept.map(keptWords).join(' ')}`;
      }
      toast({ title: 'Undone', description: back, tone: 'success' });
      return null;
    },
    onClose,
  });

  if (undone !== null) {
    return (
      <PortalDialog
        onClose={onClose}
        title="Undone in part"
        description={`${amountWords(undone.count, undone.requests)} back with ${from.name}. New work stays where it is:`}
      >
        <ul className="list-disc pl-5 text-sm wrap-anywhere">
          {undone.kept.map((kept) => (
            <li key={kept.id}>{keptWords(kept)}</li>
          ))}
        </ul>
        <Button variant="signal" className="mt-5 text-sm max-md:w-full" onClick={onClose}>
          Close
        </Button>
      </PortalDialog>
    );
  }
  return (
    <ConfirmDialog
      title={title}
      description={`Customers and requests that ${to.name} has worked on since stay with them. You then see which, and why.${
        from.disabledAt === null ? '' : ` ${from.name} is disabled and cannot serve the others.`
      }`}
      confirm="Undo the handover"
      busy={undo.isPending}
      failure={undo.refusal}
      onConfirm={() => undo.send()}
      onClose={onClose}
    />
  );
}
