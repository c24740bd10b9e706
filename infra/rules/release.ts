import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { RuleSetName } from '#shared/authority/einvoice/rules/evaluate.ts';
import { type Assertion, assertionsOf } from './assertions.ts';

/** A release of an official rule set, as published. */
export interface Release {
  set: RuleSetName;
  /** Path of the stylesheet that validates whole documents. */
  stylesheet: string;
  assertions: Assertion[];
}

/** The command line or the named folder is invalid; the message says what to change. */
export class UsageError extends Error {
  override name = 'UsageError';
}

/** File names of the stylesheets: CIUS-RO with the EN 16931 rules that it is based on, and EN 16931 alone. */
const STYLESHEETS: readonly (readonly [RuleSetName, RegExp])[] = [
  ['cius-ro-1.0.9', /^EN16931-CIUS_RO-UBL-validation\.xslt$/],
  ['en16931-1.3.16', /^EN16931-UBL-validation\.xslt$/],
];

/**
 * Reads the release in a folder, which must contain exactly one stylesheet of a known rule set, at any depth.
 *
 * @throws UsageError when the folder does not exist, contains no or several such stylesheets, or the stylesheet cannot be parsed
 */
export function readRelease(folder: string): Release {
  const root = resolve(folder);
  if (!existsSync(root) || !statSync(root).isDirectory()) throw new UsageError(`${folder} is no folder.`);
  const found = readdirSync(root, { recursive: true, withFileTypes: true }).flatMap(entry =>
    STYLESHEETS.filter(([, name]) => entry.isFile() && name.test(entry.name)).map(([set]) => ({
      set,
      stylesheet: join(entry.parentPath, entry.name),
    })),
  );
  const [only, ...others] = found;
  if (!only)
    throw new UsageError(
      `${folder} holds no release: neither EN16931-CIUS_RO-UBL-validation.xslt nor EN16931-UBL-validation.xslt. Of Schematron alone make the XSLT first.`,
    );
  if (others.length > 0)
    throw new UsageError(
      `${folder} holds several releases; name the folder of one:\n${found.map(one => `  ${one.stylesheet}`).join('\n')}`,
    );
  try {
    return { ...only, assertions: assertionsOf(readFileSync(only.stylesheet, 'utf8')) };
  } catch (error) {
    throw new UsageError(`${only.stylesheet} cannot be read: ${(error as Error).message}.`, { cause: error });
  }
}
