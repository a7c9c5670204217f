import type { LinkEnding } from '@corvane/shared/contracts/backend/operations/operations-today';
import { buttonClass } from '@corvane/shared/ui/button';
import { useHostServices } from '../../app/host-services-context.tsx';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, Moment } from '../../ui/facts/facts.tsx';

/** The customer whose link ends, and who can extend it. */
export function LinkEndingDialog({ link, onClose }: { link: LinkEnding; onClose(): void }) {
  const { Link } = useHostServices();
  return (
    <PortalDialog
      onClose={onClose}
      title={link.name || link.email}
      description={`${link.repName} can extend this link, or let it end.`}
      startsAtTitle
    >
      <Facts>
        <Fact label="Email">
          <span className="wrap-anywhere">{link.email}</span>
        </Fact>
        {link.company === '' ? null : <Fact label="Company">{link.company}</Fact>}
        <Fact label="Representative">{link.repName}</Fact>
        <Fact label="Opened">{link.wasOpened ? 'yes' : 'not yet'}</Fact>
        <Fact label="Ends">
          <Moment at={link.endsAt} />
        </Fact>
      </Facts>
      <p className="mt-6">
        <Link
          to={`/sales-portal/operations?tab=audit&who=${link.customerId}`}
          className={buttonClass('outline', 'text-sm')}
        >
          What happened with this customer
        </Link>
      </p>
    </PortalDialog>
  );
}
