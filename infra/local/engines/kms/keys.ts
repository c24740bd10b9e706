import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { instant } from '#shared/base/kernel/clock.ts';
import { AwsError } from '../http.ts';

/** A key as stored in the file. `material` is base64: 32 bytes of AES key, or a PKCS #8 private key. */
export interface StoredKey {
  id: string;
  arn: string;
  /** The aliases of the key. */
  aliases: string[];
  usage: 'ENCRYPT_DECRYPT' | 'SIGN_VERIFY';
  spec: 'SYMMETRIC_DEFAULT' | 'ECC_NIST_P256';
  material: string;
  createdAt: string;
  /** When its deletion was scheduled: it cannot be used since then. */
  deletedAt?: string;
  /** When its aliases last changed, and the aliases before; absent if they never changed. */
  aliasesMoved?: { at: string; before: string[] };
  /** Its tags, and since when; without an instant since its creation. */
  tagged?: { tags: Record<string, string>; at?: string };
}

export interface KeyFile {
  /** The key of an alias, key id, or ARN of either; creates the key of a known alias at its first use. */
  find(id: string): StoredKey;
  byId(id: string): StoredKey | undefined;
  /** Creates a key without an alias. */
  create(usage: StoredKey['usage'], tags?: Record<string, string>): StoredKey;
  /** Moves an alias to a key; without a key, deletes the alias. */
  point(alias: string, key?: StoredKey): void;
  /** The key of an alias that was used or set before. */
  aliased(alias: string): StoredKey | undefined;
  /** Marks a key as pending deletion; its aliases stay with it until it is deleted. */
  discard(key: StoredKey): void;
}

/** The aliases whose keys are created at their first use, by kind. */
export interface KnownAliases {
  symmetric: string[];
  signing: string[];
  /** Tags of the signing keys that are created this way. */
  signingTags?: Record<string, string>;
}

/** Opens the file of keys. The caller defines which aliases exist, and of what kind. */
export function openKeyFile(path: string, aliases: KnownAliases): KeyFile {
  const read = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as (StoredKey & { alias?: string })[]) : [];
  // Old files have one alias per key.
  const stored = read.map(({ alias, ...key }): StoredKey => ({
    ...key,
    aliases: key.aliases ?? [alias],
    // Old files have no tags: all signing keys have the same.
    ...(key.usage === 'SIGN_VERIFY' && !key.tagged && { tagged: { tags: aliases.signingTags ?? {} } }),
  }));
  const byId = (id: string) => stored.find(key => key.id === id);
  const aliased = (alias: string) => stored.find(key => key.aliases.includes(alias));

  function create(usage: StoredKey['usage'], alias?: string, tagged?: StoredKey['tagged']): StoredKey {
    const symmetric = usage === 'ENCRYPT_DECRYPT';
    const id = randomUUID();
    const key: StoredKey = {
      id,
      arn: `arn:aws:kms:eu-central-1:000000000000:key/${id}`,
      aliases: alias === undefined ? [] : [alias],
      usage,
      spec: symmetric ? 'SYMMETRIC_DEFAULT' : 'ECC_NIST_P256',
      material: (symmetric ? randomBytes(32) : signingKey()).toString('base64'),
      createdAt: instant(),
      ...(tagged && { tagged }),
    };
    stored.push(key);
    save(path, stored);
    return key;
  }

  /** Creates the key of a known alias at its first use. */
  const firstUse = (alias: string): StoredKey | undefined => {
    if (aliases.symmetric.includes(alias)) return create('ENCRYPT_DECRYPT', alias);
    const tagged = { tags: aliases.signingTags ?? {} };
    return aliases.signing.includes(alias) ? create('SIGN_VERIFY', alias, tagged) : undefined;
  };

  const withAliases = (key: StoredKey, names: string[]): void => {
    if (names.join() === key.aliases.join()) return;
    key.aliasesMoved = { at: instant(), before: key.aliases };
    key.aliases = names;
  };

  return {
    byId,
    aliased,
    create: (usage, tags) => create(usage, undefined, tags && { tags, at: instant() }),
    point(alias, key) {
      for (const one of stored) {
        const others = one.aliases.filter(name => name !== alias);
        withAliases(one, one === key ? [...others, alias] : others);
      }
      save(path, stored);
    },
    discard(key) {
      key.deletedAt = instant();
      save(path, stored);
    },
    find(id) {
      const name = id.replace(/^arn:aws:kms:[^:]*:[^:]*:(key\/)?/, '');
      const key = name.startsWith('alias/') ? (aliased(name) ?? firstUse(name)) : byId(name);
      if (!key)
        throw new AwsError('NotFoundException', 400, `${name.startsWith('alias/') ? 'Alias' : 'Key'} '${name}' does not exist`);
      return key;
    },
  };
}

const signingKey = (): Buffer =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'der' });

/** Writes the file atomically: a key that has encrypted something must not be lost in a crash. */
function save(path: string, keys: StoredKey[]): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  writeSync(file, JSON.stringify(keys, null, 2));
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}
