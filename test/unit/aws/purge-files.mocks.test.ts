import type { MiddlewareStack } from '@smithy/types';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { setEnvironment } from '../../../infra/local/environment.ts';
import { instrumentClients } from '#shared/platform/aws/client.ts';
import { purgeFiles } from '#shared/platform/aws/purge-files.ts';

/** A bucket with versions, three on a page: responds to the calls of the real client from memory. */
interface Version {
  Key: string;
  VersionId: string;
  isMarker?: boolean;
  isLocked?: boolean;
}

const PAGE = 3;
let versions: Version[] = [];
let refused: string | undefined;
let calls: string[] = [];

interface Input {
  Prefix?: string;
  Delete?: { Objects: Version[] };
  BypassGovernanceRetention?: boolean;
}

function answer(command: string, { Prefix = '', Delete, BypassGovernanceRetention }: Input): object {
  calls.push(command);
  if (command === 'ListObjectVersionsCommand') {
    const found = versions.filter(({ Key }) => Key.startsWith(Prefix));
    const page = found.slice(0, PAGE);
    return {
      Versions: page.filter(({ isMarker }) => !isMarker),
      DeleteMarkers: page.filter(({ isMarker }) => isMarker),
      IsTruncated: found.length > PAGE,
    };
  }
  const wanted = Delete?.Objects ?? [];
  const isNamed = (one: Version) => wanted.some(({ Key, VersionId }) => Key === one.Key && VersionId === one.VersionId);
  if (refused !== undefined) return { Errors: [{ Key: refused, Code: 'AccessDenied', Message: 'no' }] };
  const held = versions.filter(one => isNamed(one) && one.isLocked && !BypassGovernanceRetention);
  versions = versions.filter(one => !isNamed(one) || held.includes(one));
  return { Errors: held.map(({ Key }) => ({ Key, Code: 'AccessDenied', Message: 'protected by object lock' })) };
}

instrumentClients(client => {
  (client.middlewareStack as MiddlewareStack<Input, object>).add(
    (_, context) => args =>
      Promise.resolve({ output: answer(context.commandName ?? '', args.input), response: undefined }) as never,
    { step: 'initialize', priority: 'high', name: 'bucket-in-memory' },
  );
});
const restore = setEnvironment({ AWS_REGION: 'eu-central-1', DOCUMENTS_BUCKET: 'documents' });
afterAll(restore);

beforeEach(() => {
  calls = [];
  refused = undefined;
  versions = [
    ...['1', '2', '3'].map(VersionId => ({ Key: 'companies/a/x.xml', VersionId, isLocked: true })),
    ...['1', '2'].map(VersionId => ({ Key: 'companies/a/y.pdf', VersionId })),
    { Key: 'companies/a/y.pdf', VersionId: '3', isMarker: true },
    { Key: 'companies/ab/z.pdf', VersionId: '1' },
    { Key: 'companies/b/a/z.pdf', VersionId: '1' },
  ];
});

const others = ['companies/ab/z.pdf', 'companies/b/a/z.pdf'];

describe('permanent removal of files', () => {
  it('deletes all versions and delete markers, locked or not, page by page; those of another folder stay', async () => {
    expect(await purgeFiles('companies/a/', () => true)).toBe(true);
    expect(versions.map(({ Key }) => Key)).toEqual(others);
    expect(calls).toEqual(
      ['List', 'Delete', 'List', 'Delete'].map(name => (name === 'List' ? 'ListObjectVersionsCommand' : 'DeleteObjectsCommand')),
    );
  });

  it('leaves the rest when the time is over, and the next run continues', async () => {
    let pages = 0;
    expect(await purgeFiles('companies/a/', () => pages++ < 1)).toBe(false);
    expect(versions.filter(({ Key }) => Key.startsWith('companies/a/'))).toHaveLength(3);
    expect(await purgeFiles('companies/a/', () => true)).toBe(true);
    expect(versions.map(({ Key }) => Key)).toEqual(others);
  });

  it('fails with an error when S3 does not remove one', async () => {
    refused = 'companies/a/x.xml';
    await expect(purgeFiles('companies/a/', () => true)).rejects.toThrow('AccessDenied');
  });

  it('rejects a prefix that is not a folder, as it may also begin others', async () => {
    await expect(purgeFiles('companies/a', () => true)).rejects.toThrow('folder');
    await expect(purgeFiles('', () => true)).rejects.toThrow('folder');
    expect(calls).toEqual([]);
  });
});
