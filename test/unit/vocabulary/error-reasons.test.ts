import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { conflict, forbidden } from '#shared/base/kernel/errors.ts';
import { ERROR_REASONS } from '#shared/base/vocabulary/error-reasons.ts';

const root = join(import.meta.dirname, '../../..');

describe('the reasons of errors', () => {
  it('are all used by code: no row of the table is left over', () => {
    const files = globSync('{shared,functions}/**/*.ts', { cwd: root }).filter(
      file => !file.startsWith('shared/base/vocabulary/'),
    );
    const code = files.map(file => readFileSync(join(root, file), 'utf8')).join('\n');
    const reasons = Object.values(ERROR_REASONS).flatMap(group => Object.keys(group));
    expect(reasons.filter(reason => !code.includes(`'${reason}'`))).toEqual([]);
  });

  it('that are not in the table, or belong to another code, do not compile', () => {
    const made = [
      // @ts-expect-error no such reason
      forbidden('because', 'No.'),
      // @ts-expect-error a reason of 409
      forbidden('cui_taken', 'No.'),
      // @ts-expect-error a reason of 403
      conflict('No.', { reason: 'self' }),
    ];
    expect(made.map(problem => problem.status)).toEqual([403, 403, 409]);
  });
});
