import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { instant } from '../../../shared/kernel/clock.ts';
import { AwsError } from './http.ts';

/** A key as the file keeps it. `material` is base64: 32 bytes of AES key, or a PKCS #8 private key. */
export interface StoredKey {
  id: string;
  arn: string;
  alias: string;
  usage: 'ENCRYPT_DECRYPT' | 'SIGN_VERIFY';
  spec: 'SYMMETRIC_DEFAULT' | 'ECC_NIST_P256';
  material: string;
  createdAt: string;
}

export interface KeyFile {
  /** The key of an alias, key id, or ARN of either; makes the key of a known alias at its first use. */
  find(id: string): StoredKey;
  byId(id: string): StoredKey | undefined;
}

/** Opens the file of keys. Which aliases exist, and of what kind, is the caller's to say. */
export function openKeyFile(path: string, aliases: { symmetric: string[]; signing: string[] }): KeyFile {
  const stored = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as StoredKey[]) : [];
  const byId = (id: string) => stored.find(key => key.id === id);

  function create(alias: string): StoredKey | undefined {
    const symmetric = aliases.symmetric.includes(alias);
    if (!symmetric && !aliases.signing.includes(alias)) return undefined;
    const id = randomUUID();
    const key: StoredKey = {
      id,
      arn: `arn:aws:kms:eu-central-1:000000000000:key/${id}`,
      alias,
      usage: symmetric ? 'ENCRYPT_DECRYPT' : 'SIGN_VERIFY',
      spec: symmetric ? 'SYMMETRIC_DEFAULT' : 'ECC_NIST_P256',
      material: (symmetric ? randomBytes(32) : signingKey()).toString('base64'),
      createdAt: instant(),
    };
    stored.push(key);
    save(path, stored);
    return key;
  }

  return {
    byId,
    find(id) {
      const name = id.replace(/^arn:aws:kms:[^:]*:[^:]*:(key\/)?/, '');
      const key = name.startsWith('alias/') ? (stored.find(candidate => candidate.alias === name) ?? create(name)) : byId(name);
      if (!key)
        throw new AwsError('NotFoundException', 400, `${name.startsWith('alias/') ? 'Alias' : 'Key'} '${name}' does not exist`);
      return key;
    },
  };
}

const signingKey = (): Buffer =>
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'der' });

/** Whole or not at all: a key that encrypted something must never be lost to a crash. */
function save(path: string, keys: StoredKey[]): void {
  const file = openSync(`${path}.new`, 'w', 0o600);
  writeSync(file, JSON.stringify(keys, null, 2));
  fsyncSync(file);
  closeSync(file);
  renameSync(`${path}.new`, path);
}
