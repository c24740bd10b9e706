import { randomUUID } from 'node:crypto';
import { conflict } from '#shared/base/kernel/errors.ts';
import { leaseIs } from '#shared/platform/store/lease.ts';
import type { Key } from '#shared/platform/store/table.ts';
import { type Commit, ConditionFailed, put, remove, transact, update, type Write } from '#shared/platform/store/transact.ts';
import type { Answer } from '../answer.ts';
import { keptText, packed } from './kept-answer.ts';
import { type IdempotencyRecord, inParts, partKey } from './record.ts';

export interface Claim {
  /** Returns a commit that stores the response in the same transaction as the use case's writes. */
  commitAs<R>(present: (result: R) => Answer | Promise<Answer>): Commit<R>;
  /** Stores the final response: of a refused request, or if it differs from the committed one. */
  keep(answer: Answer): Promise<void>;
  /** Releases the key after a failure, so that the request can be repeated. Does nothing after a commit. */
  release(): Promise<void>;
}

/** Ignores a failed condition: another request has taken the claim over, or our commit succeeded but its response was lost. */
async function ifStillHeld(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!(error instanceof ConditionFailed)) throw error;
  }
}

export function heldClaim(key: Key, record: IdempotencyRecord, idempotencyKey: string): Claim {
  const held = leaseIs(record);
  /** The writes that store the response; their condition fails if the claim was taken over. */
  const answerWrites = async (answer: Answer, refused?: Write['refused']): Promise<Write[]> => {
    const [body, ...rest] = inParts(await packed(idempotencyKey, keptText(answer)));
    const restId = randomUUID();
    const store = update(
      key,
      {
        expression: 'SET #state = :answered, #status = :status, #body = :body, #rest = :rest',
        names: { '#state': 'state', '#status': 'status', '#body': 'body', '#rest': 'rest' },
        values: {
          ':answered': 'answered',
          ':status': answer.status,
          ':body': body,
          ':rest': rest.length > 0 ? { id: restId, parts: rest.length } : null,
          ...held.values,
        },
        condition: held.expression,
      },
      refused,
    );
    const parts = rest.map((bytes, part) =>
      put({ ...partKey(key, restId, part), kind: 'idempotency-part', body: bytes, expiresAt: record.expiresAt }),
    );
    return [store, ...parts];
  };
  let committed: string | undefined;
  const text = (answer: Answer): string => `${answer.status} ${keptText(answer)}`;
  return {
    commitAs: present => async (writes, result) => {
      const answer = await present(result);
      const takenOver = () => conflict('Another request with this Idempotency-Key took over.', { reason: 'request_in_progress' });
      await transact([...writes, ...(await answerWrites(answer, takenOver))]);
      committed = text(answer);
      return result;
    },
    keep: async answer => {
      if (committed === text(answer)) return;
      const writes = await answerWrites(answer);
      await ifStillHeld(() => transact(writes));
    },
    release: async () => {
      if (committed !== undefined) return;
      const free = remove(key, {
        expression: `${held.expression} AND #state = :running`,
        names: { '#state': 'state' },
        values: { ...held.values, ':running': 'running' },
      });
      await ifStillHeld(() => transact([free]));
    },
  };
}
