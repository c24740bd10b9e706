import { BatchWriteCommand, PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import { GetObjectCommand, HeadObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { EXIT } from '../../infra/person/person.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { dynamodb } from '#shared/platform/aws/dynamodb.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { tableName } from '#shared/platform/store/table.ts';
import { itemsNaming } from '../support/companies/purged.ts';
import { usePersons } from '../support/faults/persons.ts';
import { useOwnService } from '../support/service.ts';

/** `npm run person -- erase --again`: the erasures since the second to which the table was restored. */

const service = useOwnService();
const { seeded, run, erase, said, scope, expectErased } = usePersons(service);

const scan = async (): Promise<Record<string, unknown>[]> => {
  const items: Record<string, unknown>[] = [];
  let ExclusiveStartKey: Record<string, unknown> | undefined;
  do {
    const page = await dynamodb().send(
      new ScanCommand({ TableName: tableName(), ...(ExclusiveStartKey && { ExclusiveStartKey }) }),
    );
    items.push(...(page.Items ?? []));
    ExclusiveStartKey = page.LastEvaluatedKey;
  } while (ExclusiveStartKey);
  return items;
};

/** The table as it was: items of since are removed, those of then are put back. */
async function restored(then: readonly Record<string, unknown>[]): Promise<void> {
  const name = ({ pk, sk }: Record<string, unknown>): string => `${String(pk)}\n${String(sk)}`;
  const known = new Set(then.map(name));
  const later = (await scan()).filter(item => !known.has(name(item)));
  for (const { pk, sk } of later)
    await dynamodb().send(new BatchWriteCommand({ RequestItems: { [tableName()]: [{ DeleteRequest: { Key: { pk, sk } } }] } }));
  for (const item of then) await dynamodb().send(new PutCommand({ TableName: tableName(), Item: item }));
}

it('erases again those who were erased since, and nobody else, whom the records do not name', async () => {
  const [subject, before, bystander] = [await seeded(), await seeded(), await seeded()];
  expect(await erase(before.email, '--confirm')).toBe(EXIT.done);
  await service().advance('PT1M');
  const since = instant();
  const then = await scan();
  await service().advance('PT1M');
  expect(await erase(subject.email)).toBe(EXIT.done);
  expect(await erase(subject.email, '--confirm')).toBe(EXIT.done);
  await restored(then);
  const theirs = await itemsNaming(bystander.email);
  expect((await itemsNaming(subject.email)).length).toBeGreaterThan(5);

  expect(await run('erase', '--again', '--since', since), said().join()).toBe(EXIT.done);
  expect(said()[0]).toBe(`1 erasures since ${since}; 1 of their people are in the table again.`);
  expect(said().at(-1)).toMatch(/^Nothing was erased .* items would be, with --confirm\.$/);
  expect((await itemsNaming(subject.email)).length).toBeGreaterThan(5);
  expect(await run('erase', '--again', '--since', since, '--confirm')).toBe(EXIT.done);
  expect(said().join('\n')).not.toContain(subject.email);
  await expectErased(subject);
  expect(await itemsNaming(bystander.email)).toEqual(theirs);
  expect(await run('erase', '--again', '--since', since, '--confirm')).toBe(EXIT.done);

  const Bucket = environment('documentsBucket');
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket, Prefix: 'erasures/' }));
  // One for each erasure that was asked for: neither what only said what it would do nor the repetition has one.
  expect(Contents).toHaveLength(2);
  for (const { Key } of Contents) {
    const text = await (await s3().send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
    for (const named of [subject.email, subject.userId, before.email, before.userId]) expect(text).not.toContain(named);
    const head = await s3().send(new HeadObjectCommand({ Bucket, Key }));
    expect(head.ObjectLockMode).toBe('GOVERNANCE');
    const days = (Number(head.ObjectLockRetainUntilDate) - service().runtime.clock.now()) / 86_400_000;
    expect(Math.round(days)).toBe(400);
  }
});

it('finds people again by their number, their phone and their record as a client', async () => {
  const person = { type: 'individual', cui: null, vatCode: null, isVatPayer: false, registrationNumber: null, email: null };
  const added = (name: string, more: object) => service().newClient(scope(), { ...person, name, ...more });
  const byNumber = { name: 'Zoe Unu', cnp: '1850505123451' };
  const byPhone = { name: 'Zoe Doi', phone: '0722 555 017' };
  const [, , { id }] = [await added(byNumber.name, byNumber), await added(byPhone.name, byPhone), await added('Zoe Trei', {})];
  await added('Zoe Patru', { phone: '0722 555 018' });
  await service().advance('PT1M');
  const since = instant();
  const then = await scan();
  await service().advance('PT1M');
  const asked = [
    ['--cnp', byNumber.cnp],
    ['--phone', '+40722555017'],
    ['--client', `${scope().company}/${id}`],
  ];
  for (const one of asked) expect(await run('erase', ...one, '--confirm'), said().join()).toBe(EXIT.done);
  await restored(then);

  expect(await run('erase', '--again', '--since', since, '--confirm'), said().join()).toBe(EXIT.done);
  expect(said()[0]).toBe(`3 erasures since ${since}; 3 of their people are in the table again.`);
  const clients = async (text: string) => (await itemsNaming(text)).filter(({ kind }) => kind === 'client');
  for (const gone of [byNumber.name, byNumber.cnp, byPhone.name, byPhone.phone, 'Zoe Trei'])
    expect([gone, await clients(gone)]).toEqual([gone, []]);
  expect(await clients('Zoe Patru')).toHaveLength(1);
  expect(await run('erase', '--again', '--since', since)).toBe(EXIT.done);
  expect(said().at(-1)).not.toMatch(/would be/);
});
