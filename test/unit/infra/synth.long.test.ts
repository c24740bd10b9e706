import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const SYNTH = join(import.meta.dirname, '../../../infra/synth.ts');

function run(...argv: string[]): { status: number | null; said: string } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SYNTH, ...argv], { encoding: 'utf8' });
  return { status, said: stdout + stderr };
}

/** With `--help` the CDK ends after a moment, without synthesis. */
const synth = (...argv: string[]) => run(...argv, '--help');

describe('npm run synth', () => {
  it('prints how long it took, and passes its other arguments to the CDK', () => {
    const { status, said } = synth('--within', '3600');
    expect(said).toMatch(/cdk synth/);
    expect(said).toMatch(/Synthesis took \d+ s\./);
    expect(said).not.toMatch(/permits/);
    expect(status).toBe(0);
  });

  it('fails when it took longer than --within allows', () => {
    const { status, said } = synth('--within', '0.01');
    expect(said).toMatch(/longer than the 0\.01 s that --within permits/);
    expect(status).toBe(1);
  });

  it('fails when the synthesis fails, however fast', () => {
    const { status, said } = run('--within', '3600', '--app', 'false');
    expect(said).toMatch(/Synthesis took/);
    expect(said).not.toMatch(/permits/);
    expect(status).toBe(1);
  });

  it.each(['', 'soon', '0'])('rejects --within "%s"', seconds => {
    const { status, said } = synth('--within', seconds);
    expect(said).toMatch(/--within needs the seconds/);
    expect(status).toBe(2);
  });
});
