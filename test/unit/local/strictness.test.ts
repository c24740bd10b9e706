import { expect, it } from 'vitest';
import { newInvocation, runAs } from '../../../infra/local/invocation.ts';
import { strictness, whoReadsLate } from '../../../infra/local/faults/strictness.ts';
import type { Catalogue } from '../../../infra/catalogue.ts';

it.each([
  [undefined, { strict: false }],
  ['', { strict: false }],
  ['0', { strict: false }],
  ['1', { strict: true }],
  ['all', { strict: true, lateReads: 'all', deliversTwice: true }],
])('LOCAL_STRICT=%s means %j', (value, settings) => {
  expect(strictness(value)).toEqual(settings);
});

it.each([
  ['all', { get: true, post: true, worker: true }],
  ['notOfGets', { get: false, post: true, worker: true }],
] as const)('with %s, functions read late: %j; other code does not', async (lateReads, expected) => {
  const endpoint = (name: string, method: string) => ({ name, handler: { definition: { method } } });
  const catalogue = { endpoints: [endpoint('get', 'GET'), endpoint('post', 'POST')] } as unknown as Catalogue;
  const isLate = whoReadsLate(lateReads, catalogue);
  const within = (name: string) => runAs(newInvocation('1', name), () => Promise.resolve(isLate?.()));
  expect({ get: await within('get'), post: await within('post'), worker: await within('worker') }).toEqual(expected);
  expect(isLate?.()).toBe(false);
  expect(whoReadsLate(undefined, catalogue)).toBeUndefined();
});
