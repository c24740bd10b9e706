import { GetObjectCommand, ListObjectsV2Command } from '@aws-sdk/client-s3';
import { expect, it } from 'vitest';
import { EXIT } from '../../infra/person/person.ts';
import { instant } from '#shared/base/kernel/clock.ts';
import { environment } from '#shared/platform/aws/environment.ts';
import { s3 } from '#shared/platform/aws/s3.ts';
import { usePersons } from '../support/faults/persons.ts';
import { useOwnService } from '../support/service.ts';

/** The register of requests: what was asked and what came of it, and of whom only to who knows whom to ask for. */

const service = useOwnService();
const { run, said } = usePersons(service);

const lines = (): string[] => said().map(line => line.split('  ').slice(1, 3).join(' '));

it('lists requests without saying whose; of a person, theirs; no erasure that was refused is repeated after a restore', async () => {
  const since = instant();
  const [ana, phone] = [
    ['--email', 'ana@client.example'],
    ['--phone', '0722 123 456'],
  ];
  expect(await run('note', ...ana, '--request', 'objection', '--outcome', 'done')).toBe(EXIT.done);
  await service().advance('PT1M');
  expect(await run('note', ...phone, '--request', 'rectification', '--outcome', 'partly')).toBe(EXIT.done);
  await service().advance('PT1M');
  expect(await run('note', ...ana, '--request', 'erasure', '--outcome', 'refused')).toBe(EXIT.done);
  await service().advance('PT1M');
  expect(await run('erase', ...phone, '--confirm')).toBe(EXIT.done);

  await service().advance('PT1M');
  expect(await run('export', ...ana, '--out', 'ana.json')).toBe(EXIT.done);

  expect(await run('register')).toBe(EXIT.done);
  expect(lines()).toEqual(['objection done', 'rectification partly', 'erasure refused', 'erasure done', 'access done']);
  await run('register', '--email', 'ANA@client.example');
  expect(lines()).toEqual(['objection done', 'erasure refused', 'access done']);
  await run('register', '--phone', '+40722123456');
  expect(lines()).toEqual(['rectification partly', 'erasure done']);
  await run('register', '--cnp', '1850505123451');
  expect(said()).toEqual([]);
  await run('erase', '--again', '--since', since);
  expect(said()[0]).toMatch(/^1 erasures since /);

  const Bucket = environment('documentsBucket');
  const { Contents = [] } = await s3().send(new ListObjectsV2Command({ Bucket, Prefix: 'erasures/' }));
  for (const { Key } of Contents) {
    const text = await (await s3().send(new GetObjectCommand({ Bucket, Key }))).Body?.transformToString();
    // Hashes may have some digits of it.
    expect(text).not.toMatch(/ana@|0722 ?123|722123/);
  }
});
