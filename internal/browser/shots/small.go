package main

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"maps"
	"slices"
)

// small is a picture in the 256 colours that it has most of. Pages have few but
// for the edges of letters, so that the eye sees no difference, and the file
// takes half the room.
func small(picture []byte) ([]byte, error) {
	whole, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		return nil, err
	}
	bounds := whole.Bounds()
	count := map[color.Color]int{}
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			count[color.RGBAModel.Convert(whole.At(x, y))]++
		}
	}
	most := slices.SortedFunc(maps.Keys(count), func(a, b color.Color) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(shade(a), shade(b)))
	})
	palette := color.Palette(most[:min(len(most), 256)])
	nearest := map[color.Color]uint8{}
	for _, c := range most {
		nearest[c] = uint8(palette.Index(c))
	}
	out := image.NewPaletted(bounds, palette)
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			out.SetColorIndex(x, y, nearest[color.RGBAModel.Convert(whole.At(x, y))])
		}
	}
	var b bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, out)
	return b.Bytes(), err
}

// shade orders colours that are as frequent as each other.
func shade(c color.Color) uint64 {
	r, g, b, _ := c.RGBA()
	return uint64(r)<<32 | uint64(g)<<16 | uint64(b)
}
