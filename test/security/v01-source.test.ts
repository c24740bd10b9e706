import { describe, expect, test } from 'vitest';
import { deployedSources, foundIn } from './deployed-sources.ts';

const sources = deployedSources();
const example = new Map([
  ['a.ts', "import { exec } from 'node:child_process'; eval(text); new Function('x'); setTimeout('x', 1);"],
]);

const PROCESSES = /['"](?:node:)?(child_process|cluster|vm)['"]/g;
const EVALUATION = /(?<![\w.$])(eval|Function|setTimeout|setInterval)\((?=['"`]|\w+\)|\w+ ?[;,])/g;

describe('V1 deployed code', () => {
  test('V1.2.5 no deployed code imports a module that starts processes or runs code: child_process, cluster, vm', () => {
    expect(foundIn(example, PROCESSES)).toEqual(['child_process']);
    expect(sources.size).toBeGreaterThan(500);
    expect(foundIn(sources, PROCESSES)).toEqual([]);
  });

  test('V1.3.2 no deployed code evaluates text as code', () => {
    expect(foundIn(example, EVALUATION)).toEqual(['Function', 'eval', 'setTimeout']);
    expect(foundIn(sources, EVALUATION)).toEqual([]);
  });
});
