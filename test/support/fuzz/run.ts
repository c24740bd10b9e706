import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRegisters } from '../../bench/registers.ts';
import { LONG } from '../effort.ts';
import { useOwnService, useService } from '../service.ts';
import { type Case, casesOf } from './cases.ts';
import { violationsOf } from './check.ts';
import type { Operation } from './document.ts';
import { sendRaw } from './raw-http.ts';
import { type Failure, reportOf } from './report.ts';
import { type Foreign, requestOf } from './request.ts';
import { openWorlds, type Worlds } from './world.ts';

/** The maximum number of times that the records of an operation are created again: the cases between delete them, issue them, end the session. */
const RENEWALS = 10;

/** The share of 503 that a run may have: the service may be busy, but not as a rule. */
const BUSY = 0.05;

/**
 * Tests of contract fuzzing: for any request, the response is valid by the OpenAPI document.
 *
 * @param what what the operations have in common, for the title
 * @param effort the number of cases of each operation, and their seed
 */
export function fuzz(what: string, operations: readonly Operation[], { numRuns, seed }: { numRuns: number; seed: number }): void {
  // A long run leaves many records that other files would have to read.
  const service = LONG ? useOwnService() : useService();
  let registers: Awaited<ReturnType<typeof startRegisters>>;
  let worlds: Worlds;

  beforeAll(async () => {
    registers = await startRegisters();
    worlds = openWorlds(service(), { fresh: LONG });
  });
  afterAll(() => registers.stop());

  describe(`every response is valid by the document: ${what}`, { timeout: LONG ? 600_000 : 60_000 }, () => {
    test.each(operations)('$title', async operation => {
      // In the long run each operation has an organization of its own, so that one can be repeated without the others.
      if (LONG) worlds.leave();
      let prepared = await worlds.prepare(operation);
      let used = false;
      let busy = 0;
      let number = 0;
      const failures: Failure[] = [];
      const every = Math.max(RENEWALS, Math.ceil(numRuns / RENEWALS));
      const property = fc.asyncProperty(casesOf(operation), async one => {
        if (used && number > 0 && number % every === 0) {
          prepared = await worlds.prepare(operation);
          used = false;
        }
        number += 1;
        const sent = await requestOf(operation, one, prepared.base, namesForeign(one) ? await prepared.foreign() : NOBODY);
        const answer = await sendRaw(service().url, sent);
        used ||= operation.method !== 'GET' || answer.status === 401;
        // The session has ended.
        if (answer.status === 401 && prepared.base.token !== undefined && one.headers['authorization'] === undefined)
          worlds.leave();
        busy += answer.status === 503 ? 1 : 0;
        const violations = violationsOf(operation, answer);
        if (violations.length > 0) failures.push({ number, sent, answer, violations });
      });
      // All cases are sent, also after a failure, so that one run shows all kinds; nothing is shrunk.
      const result = await fc.check(property, { numRuns, seed, endOnFailure: true });
      if (result.failed)
        throw new Error(`SEED=${seed} ${operation.title}, case ${number}: no case was made of it.`, {
          cause: result.errorInstance,
        });
      if (failures.length > 0) expect.fail(reportOf(operation, seed, numRuns, service().url, failures));
      expect(busy, 'answers of 503').toBeLessThanOrEqual(Math.ceil(numRuns * BUSY));
      // Background work of the operation does not slow down the next one.
      if (LONG) await service().idle();
    });
  });
}

const NOBODY: Foreign = { params: {}, company: '' };

const namesForeign = ({ path, headers }: Case): boolean =>
  headers['x-company'] === 'FOREIGN' || Object.values(path).some(({ kind }) => kind === 'foreign');
