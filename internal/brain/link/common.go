package link

import "github.com/plumbdata/plumb/internal/english"

// common are words that ask, and name nothing.
var common = english.NewSet(`a an the of in on at to for with by from and or is are was were be been being has have had do does did done
		what which who whom whose how many much when where why all each every any some no not none never that this these those there here it its
		their his her our your my we you they them he she i us me as than then more most least less fewer show list find give get tell please can could would
		should will shall may might must let want need know see look make made take number amount total sum average mean max min maximum minimum highest lowest
		top bottom first last best worst per between among after before since until during over under above below into out up down off about across
		only just also too very same different other another both either neither one ones two also but if so such etc vs versus compared against
		back still ever yet now today currently current right people person thing things data database table tables column columns record records row rows
		value values count counts group grouped sorted sort order ordered descending ascending name names id ids details detail information info
		come comes came go goes went happen happened like likes exactly actually really roughly approximately`)
