// @ts-nocheck agentevals has no types here, being no dependency
// Records what agentevals says of the generated pairs, a bit for each, in agentevals.json.
// It brings some hundred megabytes of other packages, so it is no dependency:
//   npm install --no-save agentevals@0.0.7 && node test/peers/record-agentevals.mjs
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTrajectoryMatchEvaluator } from 'agentevals';
import { build } from 'esbuild';

const here = dirname(fileURLToPath(import.meta.url));
const { outputFiles } = await build({
  entryPoints: [join(here, 'agentevals.ts')],
  bundle: true,
  format: 'esm',
  write: false,
});
const { generatePair, MODES, PAIRS } = await import(
  `data:text/javascript,${encodeURIComponent(outputFiles[0].text)}`
);

const messages = (calls) =>
  calls.map(({ name, args }, i) => ({
    role: 'assistant',
    content: '',
    tool_calls: [
      { id: String(i), type: 'function', function: { name, arguments: JSON.stringify(args) } },
    ],
  }));

const recorded = {};
for (const trajectoryMatchMode of MODES) {
  const evaluate = createTrajectoryMatchEvaluator({ trajectoryMatchMode });
  let bits = '';
  for (let seed = 0; seed < PAIRS; seed++) {
    const { golden, emitted } = generatePair(seed);
    const { score } = await evaluate({
      outputs: messages(emitted),
      referenceOutputs: messages(golden),
    });
    bits += score ? '1' : '0';
  }
  recorded[trajectoryMatchMode] = bits;
}
writeFileSync(join(here, 'agentevals.json'), `${JSON.stringify(recorded, null, 2)}\n`);
