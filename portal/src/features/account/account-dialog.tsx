import { SessionQueries } from '../../app/session-queries.tsx';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { OpeningMailChoice } from './opening-mail-choice.tsx';
import { SessionsList } from './sessions-list.tsx';

interface AccountDialogProps {
  repId: string;
  /** The session of this browser. */
  sessionId: string;
  onClose(): void;
}

/** Settings of a rep's account: which mails they get, and where they are signed in. */
export default function AccountDialog({ repId, sessionId, onClose }: AccountDialogProps) {
  return (
    <SessionQueries>
      <PortalDialog onClose={onClose} title="Account" startsAtTitle>
        <div className="-mt-3 text-sm">
          <h3 className="mb-2 font-sans text-base font-semibold">Mail</h3>
          <OpeningMailChoice repId={repId} />
          <h3 className="mt-6 mb-2 font-sans text-base font-semibold">Where you are signed in</h3>
          <SessionsList repId={repId} sessionId={sessionId} />
        </div>
      </PortalDialog>
    </SessionQueries>
  );
}
