import type { DoctorCheck, Finding, Verdict } from './doctor-check.ts';
import { DOCTOR_CHECKS } from './doctor-checks.ts';
import { Look, type LookOptions } from './look.ts';

export interface Examination {
  site: string;
  /** UTC ISO 8601. */
  checkedAt: string;
  verdict: Verdict;
  findings: (Finding &
    Pick<DoctorCheck, 'name' | 'asks'> & {
      mend: string;
      /** Of several web machines the one that was asked, `host:port`. Null where it does not matter. */
      machine: string | null;
    })[];
}

/**
 * Looks at everything, side by side. It changes nothing, so any number of doctors may look at once.
 * @returns wrong when one finding is, otherwise unknown when one is.
 */
export async function examine(options: LookOptions): Promise<Examination> {
  const look = new Look(options);
  const asked = DOCTOR_CHECKS.flatMap((check) =>
    check.isOfMachine ? look.machines.map((one) => ({ check, one })) : [{ check, one: look }],
  );
  const findings = await Promise.all(
    asked.map(async ({ check, one }) => {
      const finding = await check.look(one).catch(couldNotLook);
      const machine = check.isOfMachine && look.machines.length > 1 ? one.machine : null;
      return { name: check.name, asks: check.asks, mend: check.mend, machine, ...finding };
    }),
  );
  const has = (verdict: Verdict) => findings.some((finding) => finding.verdict === verdict);
  return {
    site: options.site.origin,
    checkedAt: new Date(look.now()).toISOString(),
    verdict: has('wrong') ? 'wrong' : has('unknown') ? 'unknown' : 'right',
    findings,
  };
}

function couldNotLook(error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  return { verdict: 'unknown', says: `could not look: ${message.replaceAll(/\s+/g, ' ').slice(0, 300)}` };
}
