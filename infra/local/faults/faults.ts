import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { connectionLost, conflictError, failure, hasConflicts, mayConflict, throttleError } from './fault-errors.ts';
import { type Invocation, never, type Outgoing, ProcessDied } from '../invocation.ts';

/** Body of `POST /_local/faults`. */
export const faultSchema = z
  .strictObject({
    service: z.enum(['dynamodb', 's3', 'sqs', 'ses', 'taxauth', 'exchange-rates']),
    /** As the SDK names it (`TransactWriteItems`), or the last part of the path for tax authority and national bank (`upload`). All by default. */
    operation: z.string().min(1).optional(),
    kind: z.enum(['throttle', 'conflict', 'lostAnswer', 'fail', 'slow']),
    /** The fraction of calls that it affects, 0 to 1; all by default. */
    rate: z.number().min(0).max(1).default(1),
    /** The number of affected calls after which it ends; unlimited by default. */
    times: z.int().min(1).optional(),
    /** The same seed affects the same calls. */
    seed: z.int().default(1),
    /** The delay of `slow` in milliseconds. */
    delayMs: z.int().min(0).max(600_000).default(1000),
  })
  .refine(fault => fault.kind !== 'conflict' || hasConflicts(fault.service), {
    path: ['kind'],
    message: 'only dynamodb and s3 have conflicts',
  });

export type Fault = z.input<typeof faultSchema>;

/** Interrupts a function at a call: the `call`-th (from 1) of the invocation, or of its calls of `operation`. */
export interface Crash {
  call: number;
  /**
   * `before`, `after`: the process crashes before the call is sent, or after the service has executed it. `lostAnswer`: the connection breaks
   * after the service has executed it, but the process continues. For the last two, calls that the service refused (a conflict) do not count.
   */
  when: 'before' | 'after' | 'lostAnswer';
  /** Name of the function; any by default. */
  name?: string;
  /** `service.operation`; every call counts by default. */
  operation?: string;
}

export interface Faults {
  /** @throws ZodError */
  add(fault: Fault): { id: string };
  /** Interrupts the next invocation that reaches this call, once. */
  crash(crash: Crash): { id: string };
  /** Loses the `which`-th (from 1) of the following stream records about items of this kind. */
  loseRecord(kind: string, which?: number): void;
  /** Whether the current stream record about an item of this kind must be lost; counts the record. */
  takesRecord(kind: string): boolean;
  /** Whether all records that were to be lost have been lost. */
  recordsLost(): boolean;
  /** Removes all faults, crashes and lost records. */
  clear(): void;
  /** Whether all requested interruptions have happened. */
  crashed(): boolean;
  /** The hooks before and after a call; they inject the fault, if one applies. */
  onCall(call: Outgoing, invocation: Invocation | undefined): { before(): Promise<void>; after(): Promise<void> };
}

interface ActiveFault extends z.output<typeof faultSchema> {
  left: number;
  random: () => number;
}

export function createFaults(): Faults {
  const faults = new Map<string, ActiveFault>();
  const crashes = new Map<string, Crash>();
  const losses: { kind: string; left: number }[] = [];

  /** The first fault that applies to the call; draws a random number for each matching call. */
  const draw = ({ service, operation }: Outgoing): ActiveFault | undefined => {
    for (const fault of faults.values()) {
      const about =
        fault.service === service &&
        (fault.operation ?? operation) === operation &&
        (fault.kind !== 'conflict' || mayConflict(service, operation));
      if (!about || fault.left === 0 || fault.random() >= fault.rate) continue;
      fault.left -= 1;
      return fault;
    }
    return undefined;
  };

  /** Whether to interrupt the invocation now; removes the crash, so that it happens once. */
  const takeCrash = (when: Crash['when'], { service, operation }: Outgoing, invocation: Invocation): boolean => {
    // A call of a crashed process that is answered late must not use up the crash of another.
    if (invocation.dead.aborted) return false;
    for (const [id, crash] of crashes) {
      if (crash.when !== when || (crash.name ?? invocation.name) !== invocation.name) continue;
      const isCounted = (called: Pick<Outgoing, 'service' | 'operation'>): boolean =>
        crash.operation === undefined || crash.operation === `${called.service}.${called.operation}`;
      const counted = invocation.calls.filter(call => isCounted(call) && (when === 'before' || call.done));
      if (counted.length === crash.call && isCounted({ service, operation })) return crashes.delete(id);
    }
    return false;
  };

  return {
    add(fault) {
      const checked = faultSchema.parse(fault);
      const id = randomUUID();
      faults.set(id, { ...checked, left: checked.times ?? Number.POSITIVE_INFINITY, random: seededRandom(checked.seed) });
      return { id };
    },
    crash(crash) {
      const id = randomUUID();
      crashes.set(id, crash);
      return { id };
    },
    loseRecord: (kind, which = 1) => void losses.push({ kind, left: which }),
    takesRecord(kind) {
      const counted = losses.filter(loss => loss.kind === kind && loss.left > 0);
      for (const loss of counted) loss.left -= 1;
      return counted.some(({ left }) => left === 0);
    },
    recordsLost: () => losses.every(({ left }) => left === 0),
    clear() {
      losses.length = 0;
      faults.clear();
      crashes.clear();
    },
    crashed: () => crashes.size === 0,
    onCall(call, invocation) {
      const dieIfDue = async (when: 'before' | 'after'): Promise<void> => {
        if (!invocation || !takeCrash(when, call, invocation)) return;
        invocation.die(new ProcessDied(`${invocation.name} died ${when} call ${invocation.calls.length}.`));
        await never();
      };
      const fault = draw(call);
      return {
        async before() {
          await dieIfDue('before');
          if (fault?.kind === 'throttle') throw throttleError(call.service);
          if (fault?.kind === 'conflict') throw conflictError(call);
          if (fault?.kind === 'fail') throw failure(call.service);
          if (fault?.kind === 'slow') await sleep(fault.delayMs);
        },
        async after() {
          await dieIfDue('after');
          const isLost = invocation !== undefined && takeCrash('lostAnswer', call, invocation);
          if (isLost || fault?.kind === 'lostAnswer') throw connectionLost(call.service);
        },
      };
    },
  };
}

/** Mulberry32, a small pseudorandom generator: the seed alone determines which calls a fault affects. */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
