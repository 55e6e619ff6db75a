/** The textbook's figures and the boards of the notes, to begin with. */

/** @type {{ key: string, rows: string }[]} */
export const EXAMPLES = [
  { key: 'explore.figure_4_4', rows: '.../.W./.../.W./WB./...' },
  { key: 'explore.figure_4_5', rows: 'W../WWW/.BW/B..' },
  { key: 'explore.figure_4_10', rows: '.../W.W/BW./...' },
  { key: 'explore.figure_5_1', rows: '.../..B/.B./B.B/W..' },
  { key: 'explore.tile_3_6', rows: '....../BW.BW./WB.WB.' },
  { key: 'explore.tile_3_9', rows: '........./BW.BW.BW./WB.WB.WB.' },
  { key: 'explore.tile_6_6', rows: '....../BW.BW./WB.WB./....../BW.BW./WB.WB.' },
  { key: 'explore.full_4_4', rows: 'BWBW/W..B/BWBW/WBWB' },
];
