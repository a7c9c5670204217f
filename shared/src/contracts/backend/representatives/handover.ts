import { z } from '../../../lib/zod.ts';
import { instant } from '../instant.ts';

const count = z.int().check(z.nonnegative());
const id = z.uuid().check(z.toLowerCase());

/** Most customers, and requests, that one handover can list by id. To hand over all, send counts. */
export const HANDOVER_CHOICE_MAX = 300;

/** Most representatives among whom one handover is split. */
export const SPLIT_MAX = 20;

const choice = z.optional(z.array(id).check(z.maxLength(HANDOVER_CHOICE_MAX)));
/** Whether each customer with a link that works is told by mail. By default not. */
const tellsCustomers = z.optional(z.boolean());
/** All of them, if their number is still this one. */
const expected = z.strictObject({
  customers: count.check(z.lte(2_147_483_647)),
  requests: count.check(z.lte(2_147_483_647)),
});

/**
 * `hand-over-customers`. `split` gives all to several people, each as many as the others. Handing over to oneself, to
 * one person twice, or to a disabled or unknown representative is `invalid_request` with `fields.toRepId`. An unknown handover is `not_found`. All actions may be repeated. A handover that was undone since is
 * answered as `undone`. An id that another handover has is `invalid_request` with `fields.handoverId`.
 */
export const handOverRequestSchema = z.discriminatedUnion('action', [
  z
    .strictObject({
      action: z.literal('hand_over'),
      /** UUID that the client makes once per handover: the same request again finds its own work done. */
      handoverId: id,
      fromRepId: id,
      toRepId: id,
      customerIds: choice,
      requestIds: choice,
      /** Instead of ids. */
      expected: z.optional(expected),
      tellsCustomers,
    })
    .check(
      z.refine(
        ({ customerIds, requestIds, expected }) =>
          expected === undefined
            ? customerIds !== undefined &&
              requestIds !== undefined &&
              customerIds.length + requestIds.length > 0
            : customerIds === undefined && requestIds === undefined,
        'Please choose what to hand over',
      ),
    ),
  z.strictObject({
    action: z.literal('split'),
    fromRepId: id,
    /** One handover for each receiver, which can be undone by itself. The ids are as for `hand_over`. */
    parts: z
      .array(z.strictObject({ handoverId: id, toRepId: id }))
      .check(z.minLength(2), z.maxLength(SPLIT_MAX)),
    expected,
    tellsCustomers,
  }),
  z.strictObject({ action: z.literal('undo'), handoverId: id }),
]);
export type HandOverRequest = z.input<typeof handOverRequestSchema>;

const thing = {
  kind: z.enum(['customer', 'request']),
  id: z.uuid(),
  /** null or '' if the person was erased. */
  name: z.nullable(z.string()),
  /** Name of the current representative. null: not assigned. */
  with: z.nullable(z.string()),
};

/** What a representative can have done with a customer or a contact request since a handover. */
export const WORK = ['details', 'note', 'link_extended', 'link_revoked', 'code', 'qualified'] as const;

/** Why an item was not returned when a handover was undone. */
const KEPT_REASONS = ['handed_on', 'new_link', 'worked_on', 'erased'] as const;
export const keptSchema = z.object({
  ...thing,
  reason: z.enum(KEPT_REASONS),
  /**
   * What the new representative did with it, for `worked_on`: some of WORK. Empty: they changed the request.
   */
  did: z.array(z.string()),
});
export type Kept = z.infer<typeof keptSchema>;

/**
 * `changed`: the chosen items or their number changed. Nothing was written. `missing` lists at most 20 chosen items
 * that are closed or belong to someone else.
 */
export const handOverResponseSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('handed_over'),
    /** Of the first part, after a split. The counts are those of all parts. */
    id: z.uuid(),
    count,
    requests: count,
    /** The handover can be undone until this time. */
    undoUntil: instant,
  }),
  z.object({
    outcome: z.literal('changed'),
    missing: z.array(z.object(thing)),
    /** Current numbers, if the request asked for all. */
    customers: z.optional(count),
    requests: z.optional(count),
  }),
  z.object({ outcome: z.literal('undone'), id: z.uuid(), count, requests: count, kept: z.array(keptSchema) }),
]);
export type HandOverResponse = z.infer<typeof handOverResponseSchema>;

const choiceRow = z.object({ id: z.uuid(), name: z.string(), email: z.string(), company: z.string() });
export type HandoverChoice = z.infer<typeof choiceRow>;

/**
 * Answer of procedure `get_handover_choices(sales_rep_id_param, search)`, for managers: at most 100 customers by name,
 * and 100 open contact requests, the newest first. The counts ignore the search.
 */
export const handoverChoicesSchema = z.object({
  customers: z.array(choiceRow),
  requests: z.array(choiceRow),
  customerCount: count,
  requestCount: count,
});

const side = z.object({ id: z.uuid(), name: z.string(), disabledAt: z.nullable(instant) });

/** Answer of procedure `get_handovers()`, for managers: the recent handovers, the newest first, at most 50. */
export const handoversSchema = z.object({
  rows: z.array(
    z.object({
      id: z.uuid(),
      from: side,
      to: side,
      /** Name of the manager. Null for an operator. */
      by: z.nullable(z.string()),
      customers: count,
      requests: count,
      /** Customers whose link works were told by mail, and are told of an undo. */
      tellsCustomers: z.boolean(),
      createdAt: instant,
      undoneAt: z.nullable(instant),
      /** The handover can be undone until this time. */
      undoUntil: instant,
    }),
  ),
  now: instant,
});
type Handovers = z.infer<typeof handoversSchema>;
export type Handover = Handovers['rows'][number];
