import { type Machine, machinesOf, paste } from '../machines/machines.ts';
import type { Stage } from '../machines/stage.ts';
import { blocksBelow, blocksOf, type PageBlock } from '../page/page-blocks.ts';
import type { Load, Seen } from '../visitors/load.ts';
import type { SignedInPage } from '../visitors/signed-in-page.ts';
import { FAULT_LIMITS, overLimits } from './fault-limits.ts';

/** What a fault may do, and what has come of it. */
export interface FaultContext {
  stage: Stage;
  load: Load;
  blocks: readonly PageBlock[];
  /** Pastes the blocks below a heading, in their order. @param only the first is 0 */
  pasteBelow(chapter: string, title: string, options?: { only?: number }): Promise<string>;
  /** Pastes on one machine its blocks of a chapter, in their order. @param having only those with this text */
  pasteChapter(machine: Machine, chapter: string, having?: string): Promise<void>;
  /** A figure for the report. */
  note(text: string): void;
  /** A promise that was not kept. */
  broken(text: string): void;
  wait(ms: number): Promise<void>;
}

export interface Fault {
  name: string;
  title: string;
  /** Whether people are signed out by intention. */
  signsOut?: boolean;
  /** Whether what came after the last backup is lost, as the page says. */
  losesData?: boolean;
  run(context: FaultContext): Promise<void>;
}

export interface FaultReport extends Seen {
  fault: string;
  title: string;
  tookMs: number;
  notes: string[];
  broken: string[];
}

/** How long people are served before and after: what comes late is still seen. */
const BEFORE_MS = 1_000;
const AFTER_MS = 2_000;

/** Breaks one thing while visitors are there. */
export async function rehearseFault(
  fault: Fault,
  options: { stage: Stage; blocks: readonly PageBlock[]; page: SignedInPage; startLoad(): Promise<Load> },
): Promise<FaultReport> {
  const { stage, blocks, page, startLoad } = options;
  const notes: string[] = [];
  const broken: string[] = [];
  const load = await startLoad();
  const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));
  const startedAt = performance.now();
  let tookMs = 0;
  try {
    await wait(BEFORE_MS);
    await fault.run({
      stage,
      load,
      blocks,
      note: (text) => notes.push(text),
      broken: (text) => broken.push(text),
      wait,
      pasteBelow: async (chapter, title, { only } = {}) => {
        let said = '';
        for (const [index, block] of blocksBelow(blocks, chapter, title).entries()) {
          if (only !== undefined && index !== only) continue;
          for (const machine of machinesOf(stage.machines, block.labels)) said += await paste(machine, block);
        }
        return said;
      },
      pasteChapter: async (machine, chapter, having) => {
        for (const block of blocksOf(blocks, chapter, having))
          if (machinesOf([machine], block.labels).length > 0) await paste(machine, block);
      },
    });
    tookMs = Math.round(performance.now() - startedAt - BEFORE_MS);
    await wait(AFTER_MS);
  } finally {
    await load.stop();
  }
  const { seen } = load;
  const pages = Object.entries(seen.failures).filter(([kind]) => kind.startsWith('page '));
  if (pages.length > 0) broken.push(`pages failed: ${pages.map((pair) => pair.join(' x')).join(', ')}`);
  broken.push(...overLimits(seen, FAULT_LIMITS[fault.name]));
  if (seen.lost > 0 && !fault.losesData) broken.push(`${seen.lost} acknowledged contact requests are lost`);
  if (seen.signedOut > 0 && !fault.signsOut) broken.push(`${seen.signedOut} people were signed out`);
  if (!fault.signsOut) {
    const left = await page.problem();
    if (left !== null) broken.push(`the browser: ${left}`);
  }
  return { fault: fault.name, title: fault.title, tookMs, notes, broken, ...seen };
}
