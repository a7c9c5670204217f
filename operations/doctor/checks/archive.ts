import { type DoctorCheck, right, wrong } from '../doctor-check.ts';
import type { Upkeep } from '../look.ts';

/** Of the unit corvane-archive. */
const SLOT = 'corvane_archive';
/** A quarter of what the database keeps at most (`max_slot_wal_keep_size` in production/roles/database). */
const MAX_HELD_BYTES = 1_073_741_824;

type Slot = Upkeep['slots'][number];

const megabytes = (bytes: number) => `${Math.round(bytes / 1_000_000)} MB`;
const held = ({ heldBytes }: Slot) => heldBytes ?? 0;
/** The log that its reader still needs was removed, or goes next. */
const isLosing = ({ walStatus }: Slot) => walStatus === 'lost' || walStatus === 'unreserved';

export const ARCHIVE: DoctorCheck = {
  name: 'archive',
  asks: 'Does the archive follow the write-ahead log?',
  mend: 'On the archive: `journalctl -u corvane-archive` says why it does not follow.',
  async look(look) {
    const { hasArchive, slots } = (await look.upkeep()).value;
    if (!hasArchive) return right('this database has no archive');
    const slot = slots.find(({ name }) => name === SLOT);
    if (slot === undefined) return wrong('it has no replication slot: it never followed this database');
    if (isLosing(slot))
      return wrong(
        `the log that it needs is gone or goes next (${slot.walStatus})`,
        '`npx -y pnpm@12 run production apply` begins the archive again.',
      );
    if (!slot.isActive)
      return wrong(`it does not follow, and ${megabytes(held(slot))} of the log wait for it`);
    if (held(slot) > MAX_HELD_BYTES) return wrong(`it is ${megabytes(held(slot))} behind`);
    return right(`it follows, ${megabytes(held(slot))} behind`);
  },
};

export const WRITE_AHEAD_LOG: DoctorCheck = {
  name: 'write-ahead-log',
  asks: 'Does nothing hold the write-ahead log back until the disk is full?',
  mend: 'Let the reader of the slot read, or remove the slot: select pg_drop_replication_slot(<name>).',
  async look(look) {
    const { slots, archivingFailsSince: failing } = (await look.upkeep()).value;
    const others = slots.filter(
      (slot) => slot.name !== SLOT && (isLosing(slot) || held(slot) > MAX_HELD_BYTES),
    );
    if (others.length > 0)
      return wrong(others.map((slot) => `the slot ${slot.name} holds ${megabytes(held(slot))}`).join(', '));
    if (failing !== null)
      return wrong(
        `archive_command fails since ${failing}`,
        'The log of PostgreSQL says why archive_command fails. Until it succeeds, no file of the log is removed.',
      );
    return right(slots.length === 0 ? 'no slot holds any of it' : `${slots.length} slots are read`);
  },
};
