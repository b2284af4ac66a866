import { isPictureAddress } from '@vehicle-insurance/core';
import { expect } from 'chai';

const PICTURES = [
  ...['png', 'jpg', 'JPEG', 'gif', 'svg?size=2', 'webp#a', 'png;v=2', 'png/'].map((end) => `code.${end}`),
  ...['code%2Epng', 'code%2e%50%4eg', 'show?file=code.png', '?code.jpg', 'show?of=1;file=%2Fcodes%2F1.svg'],
  '100%/code.png',
  'show?code.png=2',
].map((path) => `https://police.example/${path}`);

describe('the address of a picture', () => {
  it('is recognised by its path or a part of its query, with or without a scheme and spaces around it', () => {
    for (const address of [
      ...PICTURES,
      'police.example/code.png',
      'police.example?file=code%2Epng&size=2',
      ' https://police.example/code.png ',
    ])
      expect(isPictureAddress(address), address).to.equal(true);
  });

  it('is not recognised in a text that only resembles one', () => {
    for (const address of [
      'https://police.example/png',
      'https://police.example/code.png.html',
      'https://png.example/v?png=1',
      'https://police.example/v#/code.png',
      'SP-1/2026',
      'code.png',
    ])
      expect(isPictureAddress(address), address).to.equal(false);
  });
});
