import { expect, it } from 'vitest';
import { corpora, describeCorpora } from './corpora.ts';

it('knows no corpora that is not there', () => {
  expect(corpora('no-such-folder')).toBeUndefined();
});

describeCorpora('the manifests', 'manifests', (path) => {
  it('are found by an absolute path', () => {
    expect(path).toBe(corpora('manifests'));
  });
});
