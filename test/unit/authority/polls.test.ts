import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { NotUploaded, Postponed } from '#shared/authority/taxauth/client/errors.ts';
import { askAgain } from '#shared/authority/taxauth/client/still-processing.ts';
import { QUESTIONS as OF_A_TRANSPORT } from '#shared/documents/delivery-notes/transport/sending/tasks.ts';
import { QUESTIONS as OF_AN_INVOICE } from '#shared/documents/invoices/submission/verdict.ts';
import { openEngine } from '../local/engine.ts';

/** When the state machines of submissions ask, and the state transitions that AWS charges for it. */

const INPUT = { companyId: 'c', id: 'd' };

interface Course {
  /** Seconds from the start of the execution to each call, and the function called. */
  calls: [number, string][];
  transitions: number;
  status: string;
}

/** Runs a state machine of the service to its end; `answer` is what the function gives or throws at its nth call (from 1). */
async function play(name: string, answer: (task: string, nth: number, seconds: number) => unknown): Promise<Course> {
  const text = readFileSync(join(import.meta.dirname, `../../../statemachines/${name}.asl.json`), 'utf8');
  const calls: [number, string][] = [];
  let seconds = (): number => 0;
  const tasks = [...new Set([...text.matchAll(/\$\{(\w+)\}/g)].map(match => match[1] ?? ''))];
  const functions = tasks.map((task): [string, (payload: object) => unknown] => [
    task,
    (payload: object) => {
      expect(payload).toMatchObject(INPUT);
      calls.push([seconds(), task]);
      const answered = answer(task, calls.filter(([, one]) => one === task).length, seconds());
      if (answered instanceof Error) throw answered;
      return answered;
    },
  ]);
  const engine = await openEngine({ [name]: JSON.parse(text) as object }, Object.fromEntries(functions));
  const begun = engine.clock.now();
  seconds = () => Math.round((engine.clock.now() - begun) / 1000);
  const arn = await engine.start(name, INPUT);
  await engine.idle();
  for (let next = engine.clock.nextWaypoint(); next !== undefined; next = engine.clock.nextWaypoint()) {
    engine.clock.set(new Date(next).toISOString());
    await engine.idle();
  }
  const { status } = await engine.describe(arn);
  const events = await engine.history(arn);
  const count = (is: (type: string) => boolean): number => events.filter(({ type = '' }) => is(type)).length;
  const retries = count(type => type === 'TaskScheduled') - count(type => type === 'TaskStateEntered');
  await engine.stop();
  return { calls, transitions: count(type => type.endsWith('StateEntered')) + retries, status };
}

/** The plan of waits (seconds) as instants. */
const instants = (waits: number[]): number[] => waits.reduce<number[]>((all, wait) => [...all, (all.at(-1) ?? 0) + wait], []);

const TEN_POLLS = instants([300, 900, 1800, 3600, ...Array<number>(6).fill(7200)]);

/** What a task does with a question at this instant: it throws while the plan has another one. */
const unanswered = (plan: readonly number[], seconds: number): unknown => askAgain(plan, seconds) ?? { status: 'error' };

describe('the state machine of a submission', () => {
  it('takes two states and one transition for each poll in process', async () => {
    const { calls, transitions, status } = await play('submit-invoice', (_, nth, seconds) =>
      nth === 1 ? unanswered(OF_AN_INVOICE, seconds) : {},
    );
    expect({ calls, transitions, status }).toEqual({
      calls: [300, 1200].map(at => [at, 'CheckSubmissionFunction']),
      transitions: 3,
      status: 'SUCCEEDED',
    });
  });

  it.each([0, 20, 140])('asks ten times in all, also when the upload is recorded %i s late', async late => {
    const { calls, status } = await play('submit-invoice', (_, __, seconds) => unanswered(OF_AN_INVOICE, seconds - late));
    expect(calls).toEqual(TEN_POLLS.map(at => [at, 'CheckSubmissionFunction']));
    expect(status).toBe('SUCCEEDED');
  });

  it('waits exactly as long as a limit lasts, and goes on with the plan', async () => {
    const { calls } = await play('submit-invoice', (_, nth, seconds) =>
      nth === 4 ? new Postponed('calls', 73) : unanswered(OF_AN_INVOICE, seconds),
    );
    const [first, second, third, fourth = 0, ...later] = TEN_POLLS;
    expect(calls.map(([at]) => at)).toEqual([first, second, third, fourth, ...[fourth, ...later].map(at => at + 73)]);
  });

  it('never asks more than ten times, whatever limits come between', async () => {
    for (const every of [2, 3, 4]) {
      const { calls } = await play('submit-invoice', (_, nth, seconds) =>
        nth % every === 0 ? new Postponed('status', 60 * (nth % 50) + 40) : unanswered(OF_AN_INVOICE, seconds),
      );
      expect(calls.filter((_, at) => (at + 1) % every !== 0).length).toBeLessThanOrEqual(10);
    }
  });

  it('records that no answer came when asking failed to the end', async () => {
    const { calls } = await play('submit-invoice', task =>
      task === 'CheckSubmissionFunction' ? Object.assign(new Error('down'), { name: 'TaxauthUnavailable' }) : {},
    );
    expect(calls.at(-1)?.[1]).toBe('RecordNoAnswerFunction');
  });

  it('uploads what is not uploaded, waits for a limit of the upload, and polls after it', async () => {
    const { calls, status } = await play('submit-invoice', (task, nth) => {
      if (task === 'EnsureUploadedFunction') return nth === 1 ? new Postponed('calls', 80) : { uploaded: true };
      return nth === 1 ? new NotUploaded() : {};
    });
    expect(calls).toEqual([
      [300, 'CheckSubmissionFunction'],
      [300, 'EnsureUploadedFunction'],
      [380, 'EnsureUploadedFunction'],
      [680, 'CheckSubmissionFunction'],
    ]);
    expect(status).toBe('SUCCEEDED');
  });
});

describe('the state machine of a transport', () => {
  it('takes two states for sending and polling, one transition for each poll in process, and two for a message without reminder', async () => {
    const { transitions, status } = await play('submit-transport', (task, nth, seconds) =>
      task === 'CheckTransportMessageFunction' && nth === 1
        ? unanswered(OF_A_TRANSPORT, seconds)
        : { state: 'ok', reminder: null },
    );
    expect([transitions, status]).toEqual([5, 'SUCCEEDED']);
  });

  it('asks at once, after 5 min, 15 min, 30 min, 1 h, then every 2 h, and last 24 hours after the upload', async () => {
    const { calls } = await play('submit-transport', (task, _, seconds) =>
      task === 'CheckTransportMessageFunction' ? unanswered(OF_A_TRANSPORT, seconds) : { state: 'uploaded', reminder: null },
    );
    expect(calls.slice(1).map(([at]) => at)).toEqual(instants([0, 300, 900, 1800, 3600, ...Array<number>(11).fill(7200), 600]));
  });

  it('waits exactly as long as a limit lasts', async () => {
    const { calls } = await play('submit-transport', (task, nth) =>
      task === 'CheckTransportMessageFunction' && nth === 1 ? new Postponed('calls', 73) : { state: 'ok', reminder: null },
    );
    expect(calls.slice(1).map(([at]) => at)).toEqual([0, 73]);
  });
});
