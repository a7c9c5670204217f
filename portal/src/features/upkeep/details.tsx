import type { SiteFinding } from '@corvane/shared/contracts/backend/operations/upkeep';
import { PortalDialog } from '../../ui/dialogs/portal-dialog.tsx';
import { Fact, Facts, TextFacts } from '../../ui/facts/facts.tsx';
import { Verdict } from './list.tsx';

/** What was found, and what an operator can do. */
export function FindingDialog({ finding, onClose }: { finding: SiteFinding; onClose(): void }) {
  const { name, machine, verdict, asks, says, mend } = finding;
  return (
    <PortalDialog onClose={onClose} title={asks} isBeside startsAtTitle>
      <Facts>
        <Fact label="State">
          <Verdict verdict={verdict} />
        </Fact>
        <TextFacts
          facts={[
            ['Found', says],
            ['To do', verdict === 'wrong' ? mend : ''],
            ['Machine', machine ?? ''],
            ['Name of the check', name],
          ]}
        />
      </Facts>
    </PortalDialog>
  );
}
