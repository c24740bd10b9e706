import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { controlRefusal } from '../../../infra/local/control/control-access.ts';
import { lockFolder } from '../../../infra/local/lock.ts';

describe('a request to /_local', () => {
  it.each([
    [{ host: '127.0.0.1:3000' }],
    [{ host: 'localhost:3000' }],
    [{ host: 'LOCALHOST' }],
    [{ host: '[::1]:3000' }],
    [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:3000' }],
    [{ host: 'localhost:3000', origin: 'http://app.example' }],
  ])('is accepted: %j', headers => {
    expect(controlRefusal(headers, 'http://app.example')).toBeUndefined();
  });

  it.each([
    [{}, 'Host'],
    [{ host: 'evil.example' }, 'Host'],
    [{ host: 'evil.example:3000', origin: 'http://evil.example:3000' }, 'Host'],
    [{ host: '127.0.0.1.evil.example' }, 'Host'],
    [{ host: 'localhost.evil.example:3000' }, 'Host'],
    [{ host: '10.0.0.1:3000' }, 'Host'],
    [{ host: '127.0.0.1:3000', origin: 'http://evil.example' }, 'origin'],
    [{ host: '127.0.0.1:3000', origin: 'null' }, 'origin'],
    [{ host: '127.0.0.1:3000', origin: 'http://127.0.0.1:4000' }, 'origin'],
    [{ host: '127.0.0.1:3000', origin: 'http://localhost:3000' }, 'origin'],
  ])('is rejected: %j', (headers, reason) => {
    expect(controlRefusal(headers)).toContain(reason);
  });
});

describe('the data folder', () => {
  const parent = mkdtempSync(join(tmpdir(), 'invoicing-lock-'));
  afterAll(() => rmSync(parent, { recursive: true }));
  const modeAfterLock = (folder: string): string => {
    lockFolder(folder)();
    return (statSync(folder).mode & 0o777).toString(8);
  };
  const made = (name: string): string => {
    const folder = join(parent, name);
    mkdirSync(folder, { mode: 0o755 });
    return folder;
  };

  it('is readable by its owner only when it is created, and when it was of an earlier version', () => {
    expect(modeAfterLock(join(parent, 'new'))).toBe('700');
    const earlier = made('earlier');
    writeFileSync(join(earlier, 'owner.json'), '{}');
    expect(modeAfterLock(earlier)).toBe('700');
    expect(modeAfterLock(made('empty'))).toBe('700');
  });

  it('is not changed when it has other files', () => {
    const shared = made('shared');
    writeFileSync(join(shared, 'notes.txt'), '');
    expect(modeAfterLock(shared)).toBe('755');
  });
});
