// Generated from the Unicode Character Database 16.0 (General_Category, Script). Do not edit.
// In: nothing. Out: the category and the script of every code point, as text.
// Why: the host's own tables follow its version (Node 22 has Unicode 16, Node 24 has 17); a pattern must not.

/** Two letters each; the first alone stands for all that begin with it. */
export const CATEGORIES = 'Lu Ll Lt Lm Lo Mn Mc Me Nd Nl No Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn';

/** The categories from code point 0 on, run by run: which one in base 36, and how many more in base 36 (absent: none). */
export const CATEGORY_RUNS =
  'pv m h2 j h2 d e h i h c h1 89 h1 i2 h1 0p d h e k b k 1p d i e i pw m h j3 l h k l 4 f i q l k l i a1 k 1 h1 k a 4 g a2 h 0m i 06 1n i 17 0 1 0 1 0 1 ' +
  '0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 11 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 11 0 1 0 1 0 1 0 1 ' +
  '0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 01 1 0 1 0 12 01 1 0 1 01 1 02 11 03 1 01 1 02 12 01 1 01 1 0 1 0 1 01 1 0 ' +
  '11 0 1 01 1 02 1 0 1 01 11 4 0 12 43 0 2 1 0 2 1 0 2 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 11 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 11 0 2 1 0 1 02 1 0 1 0 1 0 ' +
  '1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 16 01 1 01 11 0 1 03 1 0 1 0 1 0 1 0 11w 4 1q ' +
  '3h k3 3b kd 34 k6 3 k 3 kg 533 0 1 0 1 3 k 0 1 t1 3 12 h 0 t3 k1 0 h 02 t 0 t 01 1 0g t 08 1y 0 11 02 12 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 ' +
  '14 0 1 i 0 1 01 11 01e 11b 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 l 54 71 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 ' +
  '0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 01 1 0 1 0 1 0 1 0 1 0 1 0 11 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 ' +
  '0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 t 011 t1 3 h5 114 ' +
  'h c t1 l1 j t 518 c 5 h 51 h 51 h 5 t7 4q t3 43 h1 ta q5 i2 h1 j h1 l1 5a h q h2 4v 3 49 5k 89 h3 41 5 42q h 4 56 q l 55 31 51 l 53 41 89 42 l1 4 hd t ' +
  'q 4 5 4t 5q t1 42g 5a 4 td 89 4w 58 31 l h2 3 t1 5 j1 4l 53 3 58 3 52 3 54 t1 he t 4o 52 t1 h t 4a t4 4n k 45 t q1 t4 58 414 3 5n q 5v 6 41h 5 6 5 4 ' +
  '62 57 63 5 61 4 56 49 51 h1 89 h 3 4e 5 61 t 47 t1 41 t1 4l t 46 t 4 t2 43 t1 5 4 62 53 t1 61 t1 61 5 4 t7 6 t3 41 t 42 51 t1 89 41 j1 a5 l j 4 h 5 t1 ' +
  '51 6 t 45 t3 41 t1 4l t 46 t 41 t 41 t 41 t1 5 t 62 51 t3 51 t1 52 t2 5 t6 43 t 4 t6 89 51 42 5 h t9 51 6 t 48 t 42 t 4l t 46 t 41 t 44 t1 5 4 62 54 t ' +
  '51 6 t 61 5 t1 4 te 41 51 t1 89 h j t6 4 55 t 5 61 t 47 t1 41 t1 4l t 46 t 41 t 44 t1 5 4 6 5 6 53 t1 61 t1 61 5 t6 51 6 t3 41 t 42 51 t1 89 l 4 a5 t9 ' +
  '5 4 t 45 t2 42 t 43 t2 41 t 4 t 41 t2 41 t2 42 t2 4b t3 61 5 61 t2 62 t 62 5 t1 4 t5 6 td 89 a2 l5 j l t4 5 62 5 47 t 42 t 4m t 4f t1 5 4 52 63 t 52 t ' +
  '53 t6 51 t 42 t1 4 t1 41 51 t1 89 t6 h a6 l 4 5 61 h 47 t 42 t 4m t 49 t 44 t1 5 4 6 5 64 t 5 61 t 61 51 t6 61 t5 41 t 41 51 t1 89 t 41 6 tb 51 61 48 ' +
  't 42 t 414 51 4 62 53 t 62 t 62 5 4 l t3 42 6 a6 42 51 t1 89 a8 l 45 t 5 61 t 4h t2 4n t 48 t 4 t1 46 t2 5 t3 62 52 t 5 t 67 t5 89 t1 61 h tb 41b 5 41 ' +
  '56 t3 j 45 3 57 h 89 h1 t10 41 t 4 t 44 t 4n t 4 t 49 5 41 58 4 t1 44 t 3 t 56 t 89 t1 43 tv 4 l2 he l h l2 51 l5 89 a9 l 5 l 5 l 5 d e d e 61 47 t 4z ' +
  't3 5d 6 54 h 51 44 5a t 5z t l7 5 l5 t l1 h4 l3 h1 t10 416 61 53 6 55 6 51 61 51 4 89 h5 45 61 51 43 52 4 62 41 66 42 53 4c 5 61 51 65 5 4 6 89 62 5 ' +
  'l1 011 t 0 t4 0 t1 116 h 3 12 494 t 43 t1 46 t 4 t 43 t1 414 t 43 t1 4w t 43 t1 46 t 4 t 43 t1 4e t 41k t 43 t1 41u t1 52 h8 aj t2 4f l9 t5 02d t1 15 ' +
  't1 c 4h7 l h 4g m 4p d e t2 422 h2 92 47 t6 4h 52 6 t8 4i 51 6 h1 t8 4h 51 tb 4c t 42 t 51 tb 41f 51 6 56 67 5 61 5a h2 3 h2 j 4 5 t1 89 t5 a9 t5 h5 c ' +
  'h3 52 q 5 89 t5 4y 3 41g t6 44 51 4x 5 4 t4 41x t9 4u t 52 63 51 62 t3 61 5 65 52 t3 l t2 h1 89 4t t1 44 ta 417 t3 4p t5 89 a t2 lx 4m 51 61 5 t1 h1 ' +
  '41g 6 5 6 56 t 5 6 5 61 57 65 59 t1 5 89 t5 89 t5 h6 3 h5 t1 5d 7 5f t1c 53 6 41a 5 6 54 6 5 64 5 61 47 t h1 89 h6 l9 58 l8 h2 51 6 4t 6 53 61 51 6 52 ' +
  '41 89 417 5 6 51 62 5 6 52 61 t7 h3 4z 67 57 61 51 t2 h4 89 t2 42 89 4t 35 h1 18 0 1 t4 016 t1 02 h7 t7 52 h 5c 6 56 43 5 45 5 41 6 51 4 t4 117 31q 1c ' +
  '3 1x 310 51r 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 ' +
  '1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 ' +
  '0 1 0 1 0 18 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 ' +
  '1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 18 07 15 t1 05 t1 17 07 17 07 15 t1 05 t1 17 t 0 t 0 t 0 t 0 17 07 1d t1 17 27 17 27 17 27 14 ' +
  't 11 03 2 k 1 k2 12 t 11 03 2 k2 13 t1 11 03 t k2 17 04 k2 t1 12 t 11 03 2 k1 t ma q4 c5 h1 f g d f1 g d f h7 n o q4 m h8 f g h3 b1 h2 i d e ha i h b ' +
  'h9 m q4 t q9 a 3 t1 a5 i2 d e 3 a9 i2 d e t 3c t2 jw te 5c 73 5 72 5b te l1 0 l3 0 l1 1 02 11 02 1 l 0 l1 i 04 l5 0 l 0 l 0 l 03 l 1 03 1 43 1 l1 11 ' +
  '01 i4 0 13 l i l1 1 l af 9y 0 1 93 a l1 t3 i4 l4 i1 l3 i l1 i l1 i l6 i lu i1 l1 i l i lu i7f l7 d e d e lj i1 l6 d e l28 i lt io l13 i5 l1z tl la tk ' +
  'a1n l25 al l52 i l8 i l1h i7 l32 i l6v d e d e d e d e d e d e d e at l17 i4 d e iu d e d e d e d e d e if l73 i3m d e d e d e d e d e d e d e d e d e ' +
  'd e d e i1q d e d e iv d e i75 l1b ik l1 i5 l12 t1 lv t l2w 01b 11b 0 1 02 11 0 1 0 1 0 1 03 1 0 11 0 15 31 02 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 ' +
  '1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 ' +
  '0 1 0 11 l5 0 1 0 1 52 0 1 t4 h3 a h1 111 t 1 t4 1 t1 41j t6 3 h td 5 4m t8 46 t 46 t 46 t 46 t 46 t 46 t 46 t 46 t 5v h1 f g f g h2 f g h f g h8 c h1 ' +
  'c h f g h1 f g d e d e d e d e h4 3 h9 c1 h3 c h d hc l1 h2 d e d e d e d e c tx lp t l2g tb l5x tp lf m h2 l 3 4 9 d e d e d e d e d e l1 d e d e d e ' +
  'd e c d e1 l 98 53 61 c 34 l1 92 3 4 h l1 t 42d t1 51 k1 31 4 c 42h h 32 4 t4 416 t 42l t l1 a3 l9 4v l11 t8 l 4f lu t a9 lt a7 l ae lv a9 l12 ae l8v ' +
  '4533 l1r 4g7o 3 4vq t2 l1i t8 413 35 h1 47f 3 h2 4f 89 41 tj 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 ' +
  '1 4 5 72 h 59 h 3 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 31 51 41x 99 51 h5 t7 km 38 k1 0 1 0 1 0 1 0 1 0 1 0 1 0 12 0 1 0 1 0 1 0 1 ' +
  '0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 3 17 0 1 0 1 01 1 0 1 0 1 0 1 0 1 3 k1 0 1 ' +
  '0 1 4 0 1 0 12 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 04 1 04 1 0 1 0 1 0 1 0 1 0 1 0 1 0 1 03 1 0 1 01 1 t1 0 1 t 1 t 1 0 1 0 1 0 1 0 tk 32 0 1 4 31 ' +
  '1 46 5 42 5 43 5 4m 61 51 6 l3 5 t2 a5 l1 j l t5 41f h3 t7 61 41d 6f 51 t7 h1 89 t5 5h 45 h2 4 h 41 5 89 4r 57 h1 4m 5a 61 ta h 4s t2 52 6 41a 5 61 53 ' +
  '61 51 62 hc t 3 89 t3 h1 44 5 3 48 89 44 t 414 55 61 51 61 51 t8 42 5 47 5 6 t1 89 t1 h3 4f 3 45 l2 4 6 5 6 41d 5 4 52 41 51 44 51 4 5 4 tn 41 3 h1 4a ' +
  '6 51 61 h1 4 31 6 5 t9 45 t1 45 t1 45 t8 46 t 46 t 116 k 33 18 3 k1 t3 127 4y 61 5 61 5 61 h 6 5 t1 89 t5 48mb tb 4m t3 41c t3 r1kv s4xr 4a5 t1 42x ' +
  't11 16 tb 14 t4 4 5 49 i 4c t 44 t 4 t 41 t 41 t 42z kg tf 4a2 e d lf 41r t1 41h t6 l tv 4b j l2 5f h6 d e h t5 5f h c1 b1 d e d e d e d e d e d e d e ' +
  'd e h1 d e h3 b2 h2 t h3 c d e d e d e h2 i c i2 t h j h1 t3 44 t 43q t1 q t h2 j h2 d e h i h c h1 89 h1 i2 h1 0p d h e k b k 1p d i e i d e h d e h1 ' +
  '49 3 418 31 4u t2 45 t1 45 t1 45 t1 42 t2 j1 i k l j1 t l i3 l1 t9 q2 l1 t1 4b t 4p t 4i t 41 t 4e t1 4d tx 43e t4 h2 t3 a18 t2 l8 91g a3 lg a1 l2 t ' +
  'lc t2 l t1a l18 5 t3l 4s t2 41c te 5 aq t3 4v a3 t8 4j 9 47 9 t4 411 54 t4 4t t h 4z t3 47 h 94 t15 013 113 425 t1 89 t5 0z t3 1z t3 413 t7 41f ta h ' +
  '0a t 0e t 06 t 01 t 1a t 1e t 16 t 11 t2 41f tb 48m t8 4l t9 47 tn 35 t 315 t 38 t1w 45 t1 4 t 417 t 41 t2 4 t1 4m t h a7 4m l1 a6 4u t7 a8 t1b 4i t ' +
  '41 t4 a4 4l a5 t2 h 4p t4 h t1r 41j t3 a1 41 af t1 a19 4 52 t 51 t4 53 43 t 42 t 4s t1 52 t3 5 a8 t6 h8 t6 4s a1 h 4s a2 tv 47 l 4r 51 t3 a4 h6 t8 41h ' +
  't2 h6 4l t1 a7 4i t4 a7 4h t6 h3 tb a6 t27 420 t1i 01e tc 11e t6 a5 4z 53 t7 89 t5 89 43 3 4 0l t2 54 c 3 1l t7 i1 t5r au t 415 t 51 c t1 41 tf 42 t1i ' +
  '53 4s a9 4 t7 4l 5a a3 h4 tl 4h 53 h3 t11 4k a6 tj 4m t8 6 5 6 41g 5e h6 t3 aj 89 5 41 51 4 t8 52 6 418 62 53 61 51 h1 q h3 5 t9 q t1 4o t6 89 t5 52 ' +
  '4z 54 6 57 t 89 h3 4 61 4 t7 4y 5 h1 4 t8 51 6 41b 62 58 61 43 h3 53 h 6 5 89 4 h 4 h2 t aj ta 4h t 4o 62 52 61 5 6 51 h5 5 41 5 t1p 46 t 4 t 43 t 4e ' +
  't 49 h t5 41a 5 62 57 t4 89 t5 51 61 t 47 t1 41 t1 4l t 46 t 41 t 44 t 51 4 61 5 63 t1 61 t1 62 t1 4 t5 6 t4 44 61 t1 56 t2 54 ta 49 t 4 t1 4 t 411 t ' +
  '4 62 55 t 6 t1 6 t 63 t 61 5 6 5 4 5 4 h1 t h1 t7 51 ts 41g 62 57 61 52 6 5 43 h4 89 h1 t h 5 42 tt 41b 62 55 6 5 63 51 6 51 41 h 4 t7 89 t4l 41a 62 ' +
  '53 t1 63 51 6 51 hm 43 51 tx 41b 62 57 61 5 6 51 h2 4 ta 89 t5 hc ti 416 5 6 5 61 55 6 5 4 h t5 89 t5 8j tr 4q t1 5 6 5 61 53 6 54 t3 89 a1 h2 l 46 ' +
  't54 417 62 58 6 51 h t2r 0v 1v 89 a8 tb 47 t1 4 t1 47 t 41 t 4n 65 t 61 t1 51 6 5 4 6 4 6 5 h2 t8 89 t1x 47 t1 412 62 53 t1 51 63 5 4 h 4 6 tq 4 59 ' +
  '413 55 6 4 53 h7 5 t7 4 55 61 52 419 5c 6 51 h2 4 h4 tc 420 t6 h9 t51 4w h td 89 t5 48 t 410 6 56 t 55 6 5 4 h4 t9 89 ai t2 h1 4t t1 5l t 6 56 6 51 6 ' +
  '51 t20 46 t 41 t 411 55 t2 5 t 51 t 56 4 5 t7 89 t5 45 t 41 t 4v 64 t 51 t 61 5 6 5 4 t6 89 t8l 4i 51 61 h1 t6 51 4 6 4c t 4x 61 54 t2 61 5 6 5 hc 89 ' +
  '5 t2c 4 te ak l7 j3 lg tc h 4pl t2t 932 t h4 ta 45f t217 42o h1 tc 4tr qf 5 45 5e t9 432y t4 4g6 t5a0 4t 5b 62 52 89 t1c5 4fs t6 4u t 89 t3 h1 426 t ' +
  '89 t5 4t t1 54 h t9 41b 56 h4 l3 33 h l t9 89 t a6 t 4k t4 4i tbz 32 413 31 h2 89 t5h 0v 1v am h3 t2s 422 t3 5 4 61i t6 53 3c t1r 31 h 3 5 ta 61 td ' +
  '44qf t7 4yd t14 49 t6w6 33 t 36 t 31 t 482 te 4 ts 42 t1 4 td 43 t7 4az t1s3 42y t4 4c t2 48 t6 49 t1 l 51 h q3 t317 l6n 89 t5 lc3 t23 519 t1 5m t8 ' +
  'l37 t1n l6t t9 l12 t1 l1n 61 52 l2 65 q7 57 l1 56 lt 53 l1o tk l1t 52 l t3d aj tb aj tb l2e t8 ao t3q 0p 1p 0p 16 t 1h 0p 1p 0 t 01 t1 0 t1 01 t1 03 t ' +
  '07 13 t 1 t 16 t 1a 0p 1p 01 t 03 t1 07 t 06 t 1p 01 t 03 t 04 t 0 t2 06 t 1p 0p 1p 0p 1p 0p 1p 0p 1p 0p 1p 0p 1r t1 0o i 1o i 15 0o i 1o i 15 0o i 1o ' +
  'i 15 0o i 1o i 15 0o i 1o i 15 0 1 t1 81d le7 51i l3 51d l7 5 ld 5 l1 h4 te 54 t 5e tun 19 4 1j t5 15 t5w 56 t 5g t1 56 t 51 t 54 t4 31p tw 5 t33 418 ' +
  't2 56 36 t1 89 t3 4 l t8v 4t 5 tg 417 53 89 t4 j tcv 4q 3 53 89 t5x 4t 51 4 89 t3 h tdb 46 t 43 t 41 t 4e t 45g t1 a8 56 t14 0x 1x 56 3 t3 89 t3 h1 ' +
  'tls a1m l a2 j a3 t23 a18 l ae t5d 43 t 4q t 41 t 4 t1 4 t 49 t 43 t 4 t 4 t5 4 t3 4 t 4 t 4 t 42 t 41 t 4 t1 4 t 4 t 4 t 4 t 4 t 41 t 4 t1 43 t 46 t ' +
  '43 t 43 t 4 t 49 t 4g t4 42 t 44 t 4g t1f i1 t7h l17 t3 l2r tb le t1 le t le t l10 t9 ac l4g t1j ls tc l17 t3 l8 t6 l1 td l5 t49 l6y k4 lk7 t3 lg t2 ' +
  'lc t2 l3a t3 l2m t5 lb t3 l te lb t3 l1j t7 l9 t5 l13 t7 lt t1 lb t3 l1 t1p l9f tb ld t1 lc t2 l9 t4 l1j t6 le t1 la t5 l8 t6 l42 t l2j 89 tsl 4wyn tv ' +
  '437d t5 465 t1 44g1 td 45rk te 4h9 t1wh 4f1 t15t 43t6 t4 438f tf974 q tt q2n t3j 56n t1e6n s1ekd t1 s1ekd t1';

export const SCRIPTS =
  'Unknown Adlam Ahom Anatolian_Hieroglyphs Arabic Armenian Avestan Balinese Bamum Bassa_Vah Batak Bengali Bhaiksuki Bopomofo Brahmi Braille Buginese ' +
  'Buhid Canadian_Aboriginal Carian Caucasian_Albanian Chakma Cham Cherokee Chorasmian Common Coptic Cuneiform Cypriot Cypro_Minoan Cyrillic Deseret ' +
  'Devanagari Dives_Akuru Dogra Duployan Egyptian_Hieroglyphs Elbasan Elymaic Ethiopic Garay Georgian Glagolitic Gothic Grantha Greek Gujarati ' +
  'Gunjala_Gondi Gurmukhi Gurung_Khema Han Hangul Hanifi_Rohingya Hanunoo Hatran Hebrew Hiragana Imperial_Aramaic Inherited Inscriptional_Pahlavi ' +
  'Inscriptional_Parthian Javanese Kaithi Kannada Katakana Kawi Kayah_Li Kharoshthi Khitan_Small_Script Khmer Khojki Khudawadi Kirat_Rai Lao Latin Lepcha ' +
  'Limbu Linear_A Linear_B Lisu Lycian Lydian Mahajani Makasar Malayalam Mandaic Manichaean Marchen Masaram_Gondi Medefaidrin Meetei_Mayek Mende_Kikakui ' +
  'Meroitic_Cursive Meroitic_Hieroglyphs Miao Modi Mongolian Mro Multani Myanmar Nabataean Nag_Mundari Nandinagari New_Tai_Lue Newa Nko Nushu ' +
  'Nyiakeng_Puachue_Hmong Ogham Ol_Chiki Ol_Onal Old_Hungarian Old_Italic Old_North_Arabian Old_Permic Old_Persian Old_Sogdian Old_South_Arabian ' +
  'Old_Turkic Old_Uyghur Oriya Osage Osmanya Pahawh_Hmong Palmyrene Pau_Cin_Hau Phags_Pa Phoenician Psalter_Pahlavi Rejang Runic Samaritan Saurashtra ' +
  'Sharada Shavian Siddham SignWriting Sinhala Sogdian Sora_Sompeng Soyombo Sundanese Sunuwar Syloti_Nagri Syriac Tagalog Tagbanwa Tai_Le Tai_Tham ' +
  'Tai_Viet Takri Tamil Tangsa Tangut Telugu Thaana Thai Tibetan Tifinagh Tirhuta Todhri Toto Tulu_Tigalari Ugaritic Vai Vithkuqi Wancho Warang_Citi ' +
  'Yezidi Yi Zanabazar_Square';

/** The scripts in the same way, each by two digits. */
export const SCRIPT_RUNS =
  '0p1s 22p 0p5 22p 0p1a 22 0pe 22 0p4 22m 0p 22u 0p 22cg 0p12 224 0p4 0d1 0pj 1m33 193 0p 192 001 193 0p 19 003 19 0p 19 0p 192 00 19 00 19j 00 191q 0qd ' +
  '19f 0u3o 1m1 0u4o 00 0511 001 051d 001 052 00 1j1i 007 1jq 003 1j5 00a 044 0p 045 0p 04d 0p 042 0p 04v 0p 049 1ma 04p 1m 042z 0p 04x 40d 00 401n 001 ' +
  '402 041b 4b1d 00d 2x1m 001 2x2 3n19 001 3ne 00 2dr 001 2d 00 40a 004 04u 00 041 004 0422 0p 04s 0w28 1m3 0we 0p1 0wp 0b3 00 0b7 001 0b1 001 0bl 00 0b6 ' +
  '00 0b 002 0b3 001 0b8 001 0b1 001 0b3 007 0b 003 0b1 00 0b4 001 0bo 001 1c2 00 1c5 003 1c1 001 1cl 00 1c6 00 1c1 00 1c1 00 1c1 001 1c 00 1c4 003 1c1 ' +
  '001 1c2 002 1c 006 1c3 00 1c 006 1cg 009 1a2 00 1a8 00 1a2 00 1al 00 1a6 00 1a1 00 1a4 001 1a9 00 1a2 00 1a2 001 1a 00e 1a3 001 1ab 006 1a6 00 3c2 00 ' +
  '3c7 001 3c1 001 3cl 00 3c6 00 3c1 00 3c4 001 3c8 001 3c1 001 3c2 006 3c2 003 3c1 00 3c4 001 3ch 009 471 00 475 002 472 00 473 002 471 00 47 00 471 002 ' +
  '471 002 472 002 47b 003 474 002 472 00 473 001 47 005 47 00d 47k 004 4ac 00 4a2 00 4am 00 4af 001 4a8 00 4a2 00 4a3 006 4a1 00 4a2 001 4a 001 4a3 001 ' +
  '4a9 006 4a8 1rc 00 1r2 00 1rm 00 1r9 00 1r4 001 1r8 00 1r2 00 1r3 006 1r1 005 1r1 00 1r3 001 1r9 00 1r2 00b 2cc 00 2c2 00 2c1e 00 2c2 00 2c5 003 2cf ' +
  '001 2cp 00 3t2 00 3th 002 3tn 00 3t8 00 3t 001 3t6 002 3t 003 3t5 00 3t 00 3t7 005 3t9 001 3t2 00b 4c1l 003 0p 4cr 0010 211 00 21 00 214 00 21n 00 21 ' +
  '00 21m 001 214 00 21 00 216 00 219 001 213 00v 4d1z 00 4dz 003 4d12 00 4dz 00 4de 00 4d6 0p3 4d1 0010 2r4f 1511 00 15 004 15 001 1516 0p 153 1f73 1320 ' +
  '00 133 001 136 00 13 00 133 001 1314 00 133 001 13w 00 133 001 136 00 13 00 133 001 13e 00 131k 00 133 001 131u 001 13v 002 13p 005 0n2d 001 0n5 001 ' +
  '0ihr 30s 002 3m22 0p2 3ma 006 41l 008 41 1hk 0p1 008 0hj 00b 42c 00 422 00 421 00b 1x2l 001 1x9 005 1x9 005 2o1 0p1 2o 0p 2oj 005 2o2g 006 2o16 004 ' +
  '0i1x 009 24u 00 24b 003 24b 003 24 002 24b 43t 001 434 00a 2v17 003 2vp 005 2va 002 2v1 1xv 0gr 001 0g1 441q 00 44s 001 44a 005 449 005 44d 001 1mu ' +
  '001c 0724 00 071d 3x1r 0a1f 007 0a3 231j 002 23e 002 232 311b 0ua 004 1516 001 152 3x7 007 1m2 0p 1mc 0p 1m6 0p3 1m 0p5 1m 0p2 1m1 0p 004 2211 194 0u ' +
  '221c 194 223 194 22c 0u 221x 19 1m1r 2273 19l 001 195 001 1911 001 195 001 197 00 19 00 19 00 19 00 19u 001 191g 00 19e 00 19d 001 195 00 19i 001 192 ' +
  '00 198 00 0pb 1m1 0p2e 00 0pa 22 001 0pa 22 0pe 00 22c 002 0pw 00e 1mw 00e 0p11 19 0p2 221 0p5 22 0pq 22 0pg 2214 0p2 003 0pih 00l 0pa 00k 0ppr 0f73 ' +
  '0phf 001 0pv 00 0p2w 162n 22v 0q37 004 0q6 1511 00 15 004 15 001 4e1j 006 4e1 00d 4e 13m 008 136 00 136 00 136 00 136 00 136 00 136 00 136 00 136 00 ' +
  '0uv 0p2l 00x 1ep 00 1e2g 00b 1e5x 00p 0pk 1e 0p 1e 0po 1e8 1m3 1f1 0p7 1e3 0p3 00 1k2d 001 1m1 0p1 1k2 0p 1s2h 0p1 1s2 004 0d16 00 1f2l 00 0pf 0dv ' +
  '0p11 008 0p 1sf 1fu 00 0p1r 1fu 0p28 1s1a 0p 1s2f 0p4n 1e533 0p1r 1eg73 4pwc 002 4p1i 008 271b 4k8b 00j 0u2n 082f 007 0px 222t 0p2 221u 001 221 00 22 ' +
  '00 227 00k 22d 3z18 002 0p9 005 3i1j 007 3o1x 007 3ob 005 0wv 1u19 0p 1u 3lz 00a 3l 1fs 002 1p25 00 0p 1p9 003 1p1 2ru 00 0m1i 008 0md 001 0m9 001 0m3 ' +
  '2rv 451u 00n 454 2im 009 135 001 135 001 135 008 136 00 136 00 2216 0p 228 19 223 0p1 003 0n27 2i19 001 2i9 005 1f8mb 00b 1fm 003 1f1c 006ir 1ea5 001 ' +
  '1e2x 0011 226 00b 054 004 1jp 00 1j4 00 1j 00 1j1 00 1j1 00 1j9 0436 00f 04a2 0p1 0427 001 041h 006 04 00v 04f 1mf 0p9 005 1md 0u1 0py 00 0pi 00 0p3 ' +
  '003 044 00 043q 001 0p 00 0pv 22p 0p5 22p 0pa 1s9 0p 1s18 0p1 1fu 002 1f5 001 1f5 001 1f5 001 1f2 002 0p6 00 0p6 009 0p4 001 26b 00 26p 00 26i 00 261 ' +
  '00 26e 001 26d 00x 263e 004 0p2 003 0p18 002 0p8 1926 00 0pc 002 19 001a 0p18 1m 003l 28s 002 0j1c 00e 1m 0pq 003 34z 008 342 17q 004 3616 004 4jt 00 ' +
  '4j 37z 003 37d 0015 0v27 3q1b 3et 001 3e9 005 3dz 003 3dz 003 1113 007 0k1f 00a 0k 4la 00 4le 00 4l6 00 4l1 00 4la 00 4le 00 4l6 00 4l1 002 4g1f 00b ' +
  '258m 008 25l 009 257 00n 225 00 2215 00 228 001w 0s5 001 0s 00 0s17 00 0s1 002 0s 001 0s 1ll 00 1l8 3gv 2su 007 2s8 001b 1ii 00 1i1 004 1i4 3jr 002 3j ' +
  '29p 004 29 001r 2lv 2kn 003 2kj 001 2k19 1v3 00 1v1 004 1v7 00 1v2 00 1vs 001 1v2 003 1v9 006 1v8 006 39v 35v 00v 2e12 003 2eb 008 061h 002 066 1ol ' +
  '001 1o7 1ni 004 1n7 3kh 006 3k3 00b 3k6 0027 3a20 001i 331e 00c 331e 006 335 1g13 007 1g9 005 1411 002 14s 007 141 005r 04u 00 4o15 00 4o2 001 4o1 00f ' +
  '042 001i 043 3813 007 3u15 00l 3bp 0011 0or 00j 12m 008 0e25 003 0ez 008 0e 1q1u 009 1q 001 3vo 006 3v9 005 0l1g 00 0lh 007 2a12 008 3p2n 00 3tj 00a ' +
  '1yh 00 1y1a 001p 2q6 00 2q 00 2q3 00 2qe 00 2qa 005 1z1m 004 1z9 005 183 00 187 001 181 001 18l 00 186 00 181 00 184 00 1m 188 001 181 001 182 001 18 ' +
  '005 18 004 186 001 186 002 184 00a 4i9 00 4i 001 4i 00 4i11 00 4i9 00 4i 001 4i 00 4i3 00 4i9 00 4i1 007 4i1 00s 2w2j 00 2w4 00t 4f1z 007 4f9 004l ' +
  '3r1h 001 3r11 00x 2n1w 00a 2n9 005 2oc 00i 461l 005 469 005 2rj 00r 02q 001 02e 003 02m 0054 0y1n 002r 4n2a 00b 4n 0x6 001 0x 001 0x7 00 0x1 00 0xt 00 ' +
  '0x1 001 0xb 008 0x9 001x 2u7 001 2u19 001 2ua 00q 4q1z 007 3w2a 00c 0if 3h1k 006 0w9 0051 3yx 00d 3y9 005 0c8 00 0c18 00 0cd 009 0cs 002 2fv 001 2fl ' +
  '00 2fd 0020 2g6 00 2g1 00 2g17 002 2g 00 2g1 00 2g8 007 2g9 005 1b5 00 1b1 00 1b10 00 1b1 00 1b5 006 1b9 008l 2bo 006 1tg 00 1t14 002 1ts 002c 27 00e ' +
  '471d 00c 47 0rpl 002t 0r32 00 0r4 00a 0r5f 00217 0t2q 00c 10ut 009 1032y 004 03g6 005a0 1d1l 001c5 08fs 006 2pu 00 2p9 003 2p1 4826 00 489 005 09t 001 ' +
  '095 009 3f1x 009 3f9 00 3f6 00 3fk 004 3fi 00bz 201l 005h 2h2i 002s 2m22 003 2m1k 006 2mg 001r 49 2y 1e1 1w 00a 1e1 00d 494qf 007 49lb 1wd1 0014 1w ' +
  '498 006w6 1s3 00 1s6 00 1s1 00 1s 1k7y 1s2 00e 1k 00s 1k2 001 1s 00d 1s3 007 2yaz 001s3 0z2y 004 0zc 002 0z8 006 0z9 001 0z3 0p3 00317 0p6x 005 0pc3 ' +
  '0023 1m19 001 1mm 008 0p37 001n 0p6t 009 0p12 001 0p1p 1m2 0pg 1m7 0p1 1m6 0pt 1m3 0p1o 00k 191x 003d 0pj 00b 0pj 00b 0p2e 008 0po 003q 0p2c 00 0p1y ' +
  '00 0p1 001 0p 001 0p1 001 0p3 00 0pb 00 0p 00 0p6 00 0p1s 00 0p3 001 0p7 00 0p6 00 0pr 00 0p3 00 0p4 00 0p 002 0p6 00 0p9f 001 0p83 001 0p1d 3si3 00e ' +
  '3s4 00 3se 00un 22u 005 225 005w 166 00 16g 001 166 00 161 00 164 004 0u1p 00w 0u 0033 2z18 002 2zd 001 2z9 003 2z1 008v 4hu 00g 4m1l 004 4m 00cv 2t15 ' +
  '005x 3216 003 32 00db 136 00 133 00 131 00 13e 00 2j5g 001 2jf 0014 0123 003 019 003 011 00ls 0p1v 0023 0p1o 005d 043 00 04q 00 041 00 04 001 04 00 ' +
  '049 00 043 00 04 00 04 005 04 003 04 00 04 00 04 00 042 00 041 00 04 001 04 00 04 00 04 00 04 00 04 00 041 00 04 001 043 00 046 00 043 00 043 00 04 00 ' +
  '049 00 04g 004 042 00 044 00 04g 001f 041 007h 0p17 003 0p2r 00b 0pe 001 0pe 00 0pe 00 0p10 009 0p4t 001j 0pp 1k 0p1 00c 0p17 003 0p8 006 0p1 00d 0p5 ' +
  '0049 0prb 003 0pg 002 0pc 002 0p3a 003 0p2m 005 0pb 003 0p 00e 0pb 003 0p1j 007 0p9 005 0p13 007 0pt 001 0pb 003 0p1 001p 0p9f 00b 0pd 001 0pc 002 0p9 ' +
  '004 0p1j 006 0pe 001 0pa 005 0p8 006 0p42 00 0p2t 00sl 1ewyn 00v 1e37d 005 1e65 001 1e4g1 00d 1e5rk 00e 1eh9 001wh 1ef1 0015t 1e3t6 004 1e38f 00f974 ' +
  '0p 00t 0p2n 003j 1m6n 0047bj';
